import { EMPTY, type Line, render, span, whole, wrapHanging } from './line.ts';
import type { Style } from './style.ts';

/** A template that waits for the emulator's inspector. */
export interface RequestView {
  address: string | null;
  templateCode: string;
  templateName: string;
  requestedAt: string;
  comment: string | null;
}

/** A message that arrived at the emulator. `to` is masked. */
export interface MessageView {
  to: string;
  type: string;
  templatecode: string | null;
  text: string;
  result: string | null;
  acceptedAt: string;
}

/** What waits for a verdict, the oldest first, and how to give one. */
export function drawRequests(requests: readonly RequestView[], style: Style): string {
  if (requests.length === 0) return 'Nothing waits for a verdict.\n';
  const lines = requests.flatMap(({ address, templateCode, templateName, requestedAt, comment }): Line[] => [
    [whole(address ?? templateCode, 'bold'), span('  '), span(templateName)],
    [span(`  ${templateCode}, requested ${requestedAt}`, 'dim')],
    ...(comment === null ? [] : [[span(`  “${comment}”`)]]),
    EMPTY,
  ]);
  const next: Line = [span('notiform emulator approve ADDRESS, or reject ADDRESS --comment TEXT', 'dim')];
  return render(
    [...lines, next].flatMap((line) => wrapHanging(line, style.width, 4)),
    style,
  );
}

/** The inbox, newest first: each message with its head and its whole text. */
export function drawInbox(messages: readonly MessageView[], style: Style): string {
  if (messages.length === 0) return 'The inbox is empty.\n';
  const lines = messages.flatMap(({ to, type, templatecode, text, result, acceptedAt }): Line[] => [
    [
      whole(acceptedAt, 'bold'),
      span(`  ${type} to ${to}${templatecode === null ? '' : `, ${templatecode}`}  `),
      whole(result ?? 'on its way', 'dim'),
    ],
    ...text.split('\n').map((line): Line => [span('  │ ', 'dim'), span(line)]),
    EMPTY,
  ]);
  return render(
    lines.slice(0, -1).flatMap((line) => wrapHanging(line, style.width, 4)),
    style,
  );
}
