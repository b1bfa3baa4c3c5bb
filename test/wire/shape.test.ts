import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { isObject } from '../../src/core/json.ts';
import { brandTemplateEndpoints, brandTemplateVersion } from '../../src/kinds/brand-template/endpoints.ts';
import { templateRow } from '../../src/kinds/discovery.ts';
import { imageEndpoints } from '../../src/kinds/image/endpoints.ts';
import { publicTemplateRow, templateEndpoints } from '../../src/kinds/notification-template/endpoints.ts';
import { pluginCallback } from '../../src/kinds/plugin-callback/endpoints.ts';
import { profileEndpoints } from '../../src/kinds/sender-profile/endpoints.ts';
import { messageEndpoints } from '../../src/send/endpoints.ts';
import type { Endpoint } from '../../src/wire/endpoint.ts';
import { fitTo } from '../../src/wire/fit.ts';
import { detail as template } from './support.ts';

/** An answer fits if everything that notiform needs of it fits; a problem names what does not. */

const row = { templateCode: 'a', templateName: 'A', serviceStatus: 'REG' };
const brand = { templateCode: 'a', templateName: 'A', chatBubbleType: 'TEXT', status: 'A' };
const plugin = { pluginId: 'p', pluginType: 'SECURE_IMAGE', callbackUrl: 'https://plugin.example.com' };
const publicRow = { templateCode: 'a', templateName: 'A', status: 'A' };
const token = { accesstoken: 'token', expired: '20300101000000' };
const sent = { code: 1000, messagekey: 'key' };

/** The shape of what an endpoint's answer has under `data`. */
function dataOf<T>({ answer }: Endpoint<T>): z.ZodType<T> {
  return z.unknown().transform((data, context) => {
    const read = answer.safeParse({ code: '200', data });
    if (read.success) return read.data;
    const [issue] = read.error.issues;
    const path = issue?.path.slice(1) ?? [];
    context.issues.push({ code: 'custom', input: data, path, message: issue?.message ?? '' });
    return z.NEVER;
  });
}

const templateDetail = dataOf(templateEndpoints.detail);
const senderProfiles = dataOf(profileEndpoints.use);

/** The sound answer, members that nothing decides by, and what does not fit: a member that decides, and its problem. */
type Case = [shape: z.ZodType, sound: object, open: string[], needed: Record<string, [value: unknown, path: string]>];

const cases: Record<string, Case> = {
  'a notification template': [
    templateDetail,
    template,
    ['senderKey', 'senderKeyType', 'templateImageName', 'createdAt', 'comments'],
    {
      templateContent: [null, 'templateContent'],
      templateTitle: [7, 'templateTitle'],
      inspectionStatus: ['XXX', 'inspectionStatus'],
      status: [null, 'status'],
      dormant: ['no', 'dormant'],
      modifiedAt: [7, 'modifiedAt'],
      templateItem: [{ summary: { title: 7 } }, 'templateItem.summary.title'],
      buttons: [[{ linkType: null }], 'buttons[0].linkType'],
    },
  ],
  'a row of templates': [
    templateRow,
    row,
    ['senderKey', 'senderKeyType', 'categoryCode', 'createdAt'],
    {
      templateCode: [null, 'templateCode'],
      templateName: [null, 'templateName'],
      serviceStatus: [null, 'serviceStatus'],
      modifiedAt: [7, 'modifiedAt'],
    },
  ],
  'a public template': [
    publicTemplateRow,
    publicRow,
    ['releaseDate', 'previewImageUrl', 'categoryCode'],
    { templateCode: ['', 'templateCode'] },
  ],
  'a template category': [
    dataOf(templateEndpoints.category),
    { code: '001001', name: '가입' },
    ['name', 'groupName', 'inclusion', 'Inclusion', 'exclusion'],
    { code: [null, 'code'] },
  ],
  'a brand template': [
    dataOf(brandTemplateEndpoints.detail),
    brand,
    ['createdAt'],
    { status: [null, 'status'], content: [7, 'content'], coupon: [{ title: 7 }, 'coupon.title'] },
  ],
  'a version of a brand template': [
    brandTemplateVersion,
    { ...brand, version: 1 },
    ['createdAt', 'insertedAt'],
    { version: ['two', 'version'] },
  ],
  'a sender profile': [
    dataOf(profileEndpoints.get),
    { senderKey: 'key' },
    ['uuid', 'createdAt', 'bizchat', 'committalCompanyName', 'channelKey', 'businessProfile', 'businessType'].concat([
      'profileSpamLevel',
      'profileMessageSpamLevel',
      'clearBlockUrl',
    ]),
    {
      senderKey: [null, 'senderKey'],
      block: ['no', 'block'],
      brandMessage: [1, 'brandMessage'],
      unsubscribePhoneNumber: [80, 'unsubscribePhoneNumber'],
      groups: [[{ groupKey: null }], 'groups[0].groupKey'],
    },
  ],
  'the profiles that were found': [senderProfiles, { success: [], fail: [] }, [], { success: ['', 'success'] }],
  'a category of profiles': [
    dataOf(profileEndpoints.category),
    { code: '001', name: '쇼핑' },
    ['name'],
    { code: [7, 'code'] },
  ],
  'a callback of a plugin': [
    pluginCallback,
    plugin,
    ['pluginTypeName'],
    { callbackUrl: [null, 'callbackUrl'], modifiable: ['Y', 'modifiable'] },
  ],
  'a proof of consent': [
    dataOf(profileEndpoints.consent),
    { fileKey: 'key' },
    ['fileUrl'],
    { fileKey: [null, 'fileKey'] },
  ],
  'a token': [
    messageEndpoints.token.answer,
    token,
    ['type'],
    { accesstoken: ['', 'accesstoken'], expired: ['soon', 'expired'] },
  ],
  'an accepted message': [
    messageEndpoints.send.answer,
    sent,
    ['description', 'refkey'],
    { code: ['x', 'code'], messagekey: [null, 'messagekey'] },
  ],
};

/** What is no value of any field, beside what may be left out. */
const ODD = [null, undefined, { odd: 1 }, 7, [null]];

const misfit = (shape: z.ZodType, answer: unknown): string | undefined => {
  const read = fitTo(shape, answer);
  return 'misfit' in read ? read.misfit.path : undefined;
};

describe.each(Object.entries(cases))('%s', (_what, [shape, sound, open, needed]) => {
  it('fits, whatever the members that nothing decides by hold', () => {
    expect(misfit(shape, sound)).toBeUndefined();
    const refused = open.flatMap((name) => ODD.map((odd) => misfit(shape, { ...sound, [name]: odd })));
    expect(refused.filter((path) => path !== undefined)).toEqual([]);
  });

  it.each(Object.entries(needed))('does not fit with another %s', (name, [value, path]) => {
    expect(misfit(shape, { ...sound, [name]: value })).toBe(path);
  });
});

describe('inside an answer', () => {
  const { to: uploadedImages } = imageEndpoints['brand/wide-items'];
  const read = (shape: z.ZodType, answer: unknown): unknown => {
    const found = fitTo(shape, answer);
    return 'value' in found && isObject(found.value) ? found.value : found;
  };

  it('a summary and an item may lack either text', () => {
    const items = [{ title: '이름', description: null }, { description: '값' }];
    const answer = { ...template, templateItem: { list: items, summary: { title: '합계', description: null } } };
    expect(misfit(templateDetail, answer)).toBeUndefined();
    expect(misfit(templateDetail, { ...answer, templateItem: { list: null, summary: null } })).toBeUndefined();
  });

  it('a comment keeps what can be read of it', () => {
    const comments = [
      { content: '반려합니다', status: null, createdAt: 7, userName: {}, attachment: 'x' },
      null,
      'odd',
    ];
    expect(read(templateDetail, { ...template, comments })).toMatchObject({
      comments: [{ content: '반려합니다', status: '' }, null, null],
    });
  });

  it('the words of a refusal may be left out, its code may not', () => {
    const answer = (error: object) => ({ data: { failure: [{ error }] } });
    expect(read(uploadedImages.answer, answer({ code: 405, message: null }))).toEqual({
      image: '',
      refusal: { code: '405', message: '' },
    });
    expect(misfit(uploadedImages.answer, answer({ message: 'no' }))).toBe('data.failure[0].error.code');
    const fail = [{ senderKey: 'key', code: '507', message: 7 }];
    expect(read(senderProfiles, { success: null, fail })).toMatchObject({ fail: [{ senderKey: 'key', code: '507' }] });
  });
});
