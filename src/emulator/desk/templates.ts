import type { Machine } from '../machine.ts';
import { brandEntry } from './brand-view.ts';
import type { TemplateEntry } from './entry.ts';
import { notificationEntry } from './notification-view.ts';

/** The templates of a product and in a state, the newest first; "" is any. */
export function templateEntries(machine: Machine, product: string, state: string): TemplateEntry[] {
  const { templates, brandTemplates } = machine.store;
  const notifications = [...templates.values()].map((template) => notificationEntry(machine, template));
  const brands = [...brandTemplates.values()].map((template) => brandEntry(machine, template));
  return [...(product === 'brand' ? [] : notifications), ...(product === 'notification' ? [] : brands)]
    .filter((entry) => state === '' || entry.state() === state)
    .sort((a, b) => b.serial - a.serial);
}

/** The one of a product that a row named. */
export function findTemplate(
  machine: Machine,
  product: string,
  senderKey: string,
  code: string,
): TemplateEntry | undefined {
  const { templates, brandTemplates } = machine.store;
  if (product === 'brand') {
    const brand = brandTemplates.of(senderKey, code);
    return brand && brandEntry(machine, brand);
  }
  const notification = templates.of(senderKey, code);
  return notification && notificationEntry(machine, notification);
}
