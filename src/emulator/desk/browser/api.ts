import type {
  ApplicationView,
  JournalRow,
  Listing,
  MessageRow,
  MessageView,
  Status,
  TemplateRow,
  TemplateView,
  WaitingRow,
} from '../views.ts';

/** The page's calls to its emulator. They reject if the emulator does not answer. */

const DESK = '/_emulator/desk';

export type Query = Record<string, string>;

/** Returns undefined for 404. */
async function getJson<T>(path: string, query: Query): Promise<T | undefined> {
  const response = await fetch(`${path}?${new URLSearchParams(query)}`);
  if (response.status === 404) return undefined;
  if (!response.ok) throw new Error(`the emulator answered ${response.status}`);
  return (await response.json()) as T; // the boundary to the emulator: both are of one version
}

async function getList<Row>(path: string, query: Query): Promise<Listing<Row>> {
  return (await getJson<Listing<Row>>(path, query)) ?? { total: 0, rows: [] };
}

export const api = {
  status: () => getJson<Status>(`${DESK}/status`, {}),
  waiting: (query: Query) => getList<WaitingRow>(`${DESK}/waiting`, query),
  application: (query: Query) => getJson<ApplicationView>(`${DESK}/application`, query),
  templates: (query: Query) => getList<TemplateRow>(`${DESK}/templates`, query),
  template: (query: Query) => getJson<TemplateView>(`${DESK}/template`, query),
  messages: (query: Query) => getList<MessageRow>(`${DESK}/messages`, query),
  message: (query: Query) => getJson<MessageView>(`${DESK}/message`, query),
  journal: (query: Query) => getList<JournalRow>(`${DESK}/journal`, query),

  /** The bubble of a template or message as SVG text; undefined if it no longer exists. */
  bubble: async (of: 'template' | 'message', query: Query): Promise<string | undefined> => {
    const response = await fetch(`/_emulator/bubble/${of}?${new URLSearchParams(query)}`);
    return response.ok ? response.text() : undefined;
  },

  /** Gives a verdict on a template. Returns a message if the emulator refuses. */
  verdict: (given: { profile: string; templateCode: string; verdict: Verdict; comment?: string }) =>
    post('/_emulator/verdict', given),
  /** Gives a verdict on an application for brand messages. Returns a message if the emulator refuses. */
  brandVerdict: (given: { profile: string; verdict: Verdict }) => post('/_emulator/brand-verdict', given),
};

export type Verdict = 'approve' | 'reject';

async function post(path: string, given: object): Promise<string | undefined> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(given),
  });
  const answer = (await response.json()) as { ok: boolean; message?: string };
  return answer.ok ? undefined : (answer.message ?? `the emulator answered ${response.status}`);
}
