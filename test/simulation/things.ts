import { png } from '../images.ts';
import { mp4 } from '../videos.ts';

/** What a thing's manifests say, and how it came to stand so where a scenario begins with it. */
export interface Form {
  text: string;
  /** What was there before, inspected already. */
  past?: Form;
  /** What the inspector said about it; nothing yet where left out. */
  word?: 'approve' | 'reject';
}

const none: Form = { text: '' };

const first: Form = { text: versioned('하나', 'true'), word: 'approve' };
const second: Form = { past: first, text: versioned('둘', 'true') };
const RETIRING = '{ keep: 1, retire: stop, after: 1h }';

/** Things of every kind, each with the forms that it may have one after the other; the first is none. */
export const THINGS: Readonly<Record<string, readonly Form[]>> = {
  notice: [
    none,
    { text: notice('첫 안내', 'draft') },
    { text: notice('다른 안내', 'draft') },
    { text: notice('첫 안내') },
    { text: notice('다른 안내') },
    { text: notice('물린 안내'), word: 'reject' },
  ],
  // The first in use; a second one under way; both in use; the second under way, to retire the first; a third in place of both.
  versioned: [
    none,
    first,
    second,
    { ...second, word: 'approve' },
    { past: first, text: versioned('둘', RETIRING) },
    { past: { ...second, word: 'approve' }, text: versioned('셋', RETIRING) },
  ],
  pictured: [none, { text: pictured('a') }, { text: pictured('b') }],
  tag: [none, { text: 'kind: GroupTag\nid: tag\nname: 봄\n' }, { text: 'kind: GroupTag\nid: tag\nname: 가을\n' }],
  callback: [
    none,
    { text: callback('SECURE_IMAGE', 1) },
    { text: callback('SECURE_IMAGE', 2) },
    { text: callback('ONE_TIME_PROFILE', 1) },
  ],
  brand: [
    none,
    { text: brand('소식', '첫 소식입니다.') },
    { text: brand('소식', '둘째 소식입니다.') },
    { text: brand('새 소식', '첫 소식입니다.') },
  ],
  poster: [none, { text: poster('a') }, { text: poster('b') }],
  video: [none, { text: video('video', 'a') }, { text: video('video', 'b') }],
  // A template that shows a video comes after it: it is made when that is encoded.
  film: [
    none,
    { text: video('clip', 'c') },
    { text: `${video('clip', 'c')}---\n${film('첫 영상')}` },
    { text: `${video('clip', 'd')}---\n${film('첫 영상')}` },
    { text: `${video('clip', 'c')}---\n${film('둘째 영상')}` },
  ],
  profile: [
    none,
    { text: 'kind: SenderProfile\nid: shop\nunsubscribe: { phone: 080-000-0000, auth: "1024" }\n' },
    { text: 'kind: SenderProfile\nid: shop\nunsubscribe: { phone: 080-000-0001 }\ngroups: [mall]\n' },
    { text: 'kind: SenderProfile\nid: shop\ngroups: [outlet]\nrecover: true\n' },
    { text: 'kind: SenderProfile\nid: shop\nbrandMessage: { consentProof: ./proof.png }\n' },
  ],
};

/** The files that they show, in the folder of the manifests. */
export const FILES: Readonly<Record<string, Uint8Array>> = {
  'a.png': png(500, 250, 'a'),
  'b.png': png(500, 250, 'b'),
  'a-wide.png': png(800, 400, 'a'),
  'b-wide.png': png(800, 400, 'b'),
  'a.mp4': mp4(15, 'a'),
  'b.mp4': mp4(15, 'b'),
  'c.mp4': mp4(15, 'c'),
  'd.mp4': mp4(15, 'd'),
  'proof.png': png(400, 300),
};

function notice(content: string, lifecycle = 'approved'): string {
  return `kind: NotificationTemplate\nid: notice\nname: 안내\ncategory: "001001"\nmessageType: BA\ncontent: ${content}\nlifecycle: ${lifecycle}\n`;
}

function versioned(content: string, versions: string): string {
  return `kind: NotificationTemplate\nid: versioned\nname: 판이 있는 안내\ncategory: "001001"\nmessageType: BA\ncontent: ${content}\nversions: ${versions}\n`;
}

function pictured(image: string): string {
  return `kind: NotificationTemplate\nid: pictured\nname: 그림 안내\ncategory: "001001"\nmessageType: BA\ncontent: 그림\nemphasis: { type: IMAGE, image: ./${image}.png }\n`;
}

function callback(type: string, number: number): string {
  return `kind: PluginCallback\nid: callback\ntype: ${type}\nurl: https://shop.example.com/${number}\n`;
}

function brand(name: string, content: string): string {
  return `kind: BrandTemplate\nid: brand\nname: ${name}\nbubble: TEXT\ncontent: ${content}\n`;
}

function poster(image: string): string {
  return `kind: BrandTemplate\nid: poster\nname: 그림 소식\nbubble: IMAGE\ncontent: 그림\nimage: { file: ./${image}-wide.png }\nbuttons:\n  - { type: WL, name: 보기, link: { mobile: "https://shop.example.com" } }\n`;
}

function video(id: string, file: string): string {
  return `kind: Video\nid: ${id}\nfile: ./${file}.mp4\n`;
}

function film(content: string): string {
  return `kind: BrandTemplate\nid: film\nname: 영상 소식\nbubble: PREMIUM_VIDEO\ncontent: ${content}\nvideo: { ref: clip }\n`;
}
