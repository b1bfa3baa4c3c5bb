import type { KeyType } from './template.ts';

export interface Profile {
  alias: string;
  key: string;
  type: KeyType;
  /** Group keys that a profile was put into; null where nobody said (assumption 19). */
  groups: string[] | null;
  block: boolean;
  dormant: boolean;
  profileStatus: 'A' | 'C' | 'B' | 'E' | 'D';
  bizchat: boolean;
  createdAt: number;
}
