import type { output } from 'zod';
import type * as shape from './output-shape.ts';

export type Imported = output<typeof shape.imported>;
export type ImportReport = output<typeof shape.importReport>;
