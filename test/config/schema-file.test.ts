import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { configSchema } from '../../src/config/schema.ts';

/** What is said of a text that does not match a pattern: editors would show the pattern itself. */
function saidOfOthers(shape: z.core.$ZodType): string {
  // No pattern matches this one.
  const issues = z.core.safeParse(shape, '\0').error?.issues ?? [];
  const { message = '' } = issues.find(({ code }) => code === 'invalid_format') ?? {};
  return message.charAt(0).toUpperCase() + message.slice(1);
}

/** What editors read of notiform.yaml. After a change of the configuration's shape it is written anew with `npx vitest run --update`. */
describe('the schema of notiform.yaml for editors', () => {
  it('is made from the shape that the configuration is read with', async () => {
    const { $schema, ...schema } = z.toJSONSchema(configSchema, {
      io: 'input',
      target: 'draft-2020-12',
      // zod takes the examples of what it transforms for examples of what comes out; ours are what is written.
      override: ({ zodSchema, jsonSchema }) => {
        const { examples } = z.globalRegistry.get(zodSchema) ?? {};
        if (examples) jsonSchema.examples = examples as z.core.JSONSchema.JSONSchema['examples'] & unknown[];
        // The title of a field's hover: editors show the nearest title, which would be that of the file.
        for (const [name, property] of Object.entries(jsonSchema.properties ?? {}))
          if (typeof property === 'object') property.title ??= name;
        if (jsonSchema.pattern !== undefined) jsonSchema['patternErrorMessage'] = saidOfOthers(zodSchema);
      },
    });
    const text = `${JSON.stringify({ $schema, $id: 'config.schema.json', ...schema }, null, 2)}\n`;
    await expect(text).toMatchFileSnapshot('../../schemas/config.schema.json');
  });
});
