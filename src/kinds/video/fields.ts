import { local } from '../field-types.ts';

/** Fields of a video (resource API 4.8). The service returns its vid only. */
export const videoFields = { file: local('fileName') };
