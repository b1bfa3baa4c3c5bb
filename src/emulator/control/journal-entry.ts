/** One request of either API: what was called and what came of it. No body, no secret, no number. */
export interface JournalEntry {
  seq: number;
  /** Milliseconds since the epoch, of the emulator's clock. */
  at: number;
  /** Milliseconds from the request to its answer, whatever the control API does to the clock meanwhile. */
  ms: number;
  method: string;
  path: string;
  /** The template that the request named: for a send, the one of its `content`. Null if it named none. */
  templateCode: string | null;
  /** HTTP status; null if the connection was dropped. */
  status: number | null;
  /** The answer's own code; null if none was given. */
  code: string | null;
  /** The kind of the fault that struck it. */
  fault: string | null;
}
