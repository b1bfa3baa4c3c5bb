/** Returns one copy of equal texts. */
export type SharedTexts = <T extends string>(text: T) => T;

/** Makes a pool of texts. Each text that is parsed or put together is a copy of its own, and thousands of warnings are equal. */
export function sharedTexts(): SharedTexts {
  const known = new Map<string, string>();
  return <T extends string>(text: T): T => {
    const one = known.get(text);
    if (one === undefined) known.set(text, text);
    // Equal to the text, so of its type.
    return (one ?? text) as T;
  };
}
