import { KOREA, serviceTime, zonedTime } from '../core/zone.ts';
import { withNaming } from './command.ts';
import type { Style } from './style.ts';
import { cutLine, EMPTY, render, wrapHanging } from './terminal/line.ts';
import { span, type Text, whole } from './text.ts';
import { typeWord } from './view/words.ts';

/** A template that waits for the emulator's inspector. */
interface RequestView {
  address: string | null;
  templateCode: string;
  templateName: string;
  requestedAt: string;
  comment: string | null;
}

/** A profile that applied for brand messages, and waits for the emulator's inspector. */
interface ApplicationView {
  address: string;
  name: string;
  appliedAt: string;
  proof: { name: string } | null;
}

/** A message that arrived at the emulator. `to` is masked. */
interface MessageView {
  to: string;
  type: string;
  templatecode: string | null;
  /** Every line of text that the phone shows. */
  lines: readonly string[];
  /** The buttons, each in one line. */
  buttons: readonly string[];
  result: string | null;
  /** Why it was not delivered. */
  reason: string | null;
  acceptedAt: string;
  /** The time of a reserved message; that of the call for every other one. */
  sendAt: string;
}

/** Draws templates and then applications that wait for a verdict, oldest first, and the command that gives one. */
export function drawRequests(
  requests: readonly RequestView[],
  applications: readonly ApplicationView[],
  style: Style,
): string {
  if (requests.length + applications.length === 0) return 'Nothing waits for a verdict.\n';
  const lines = [
    ...requests.flatMap((one) => drawRequest(one, style)),
    ...applications.flatMap((one) => drawApplication(one, style)),
  ];
  const answer = withNaming(
    'To decide: `notiform emulator approve ADDRESS` or `notiform emulator reject ADDRESS --comment TEXT`. "*" is all.',
    style.naming,
  );
  const last: Text = [span(answer, 'dim')];
  return render(
    [...lines, last].flatMap((line) => wrapHanging(line, style.width, 4)),
    style,
  );
}

function drawRequest(request: RequestView, style: Style): Text[] {
  const { address, templateCode: code, templateName, requestedAt, comment } = request;
  const requested = `${code}, requested ${serviceTime(requestedAt, style)}`;
  return [
    [whole(address ?? code, 'bold'), span('  '), span(templateName)],
    [span(`  ${requested}`, 'dim')],
    ...(comment === null ? [] : [[span(`  “${comment}”`)]]),
    EMPTY,
  ];
}

function drawApplication({ address, name, appliedAt, proof }: ApplicationView, style: Style): Text[] {
  const shown = proof === null ? '' : `, with ${proof.name}`;
  const applied = `brand messages, applied for ${serviceTime(appliedAt, style)}`;
  return [[whole(address, 'bold'), span('  '), span(name)], [span(`  ${applied}${shown}`, 'dim')], EMPTY];
}

/** The inbox, newest first: each message with its head and all its texts. */
export function drawInbox(messages: readonly MessageView[], style: Style): string {
  if (messages.length === 0) return 'The inbox is empty.\n';
  const bar = span('  │ ', 'dim');
  const drawn = messages.flatMap((message): Text[] => {
    const { to, type, templatecode, lines, buttons, result, reason, acceptedAt, sendAt } = message;
    const about = `${typeWord(type)} to ${to}`;
    const pending = sendAt === acceptedAt ? 'on its way' : `reserved for ${serviceTime(sendAt, style)}`;
    return [
      [
        whole(serviceTime(acceptedAt, style), 'bold'),
        span(`  ${about}${templatecode ? `, ${templatecode}` : ''}  `),
        whole(result ?? pending, 'dim'),
      ],
      ...(reason === null ? [] : [[span('  '), span(reason, 'dim')]]),
      ...lines.map((line) => [bar, span(line)]),
      ...buttons.map((row) => cutLine([bar, span(row)], style.width)),
      EMPTY,
    ];
  });
  return render(
    drawn.slice(0, -1).flatMap((line) => wrapHanging(line, style.width, 4)),
    style,
  );
}

/** Draws the clock of the emulator: `2030-01-15 21:00:00 KST (moved; …)`. */
export function drawClock(
  { now, offsetMs, expiredMessages }: { now: number; offsetMs: number; expiredMessages: number },
  style: Style,
): string {
  const time = zonedTime(now, style.timezone ?? KOREA, 'second');
  const back = withNaming('`notiform emulator clock --real`', style.naming);
  const words = offsetMs === 0 ? 'real time' : `moved; ${back} returns to real time`;
  const expired = expiredMessages === 0 ? '' : `Deleted messages older than 35 days: ${expiredMessages}\n`;
  return `${time} (${words})\n${expired}`;
}
