/** The fixed name of an AC button; the documents only paraphrase it (docs/manifests.md, fixed texts). */
export const CHANNEL_BUTTON_NAME = '채널 추가';
