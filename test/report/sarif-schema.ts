import { Ajv2020 } from 'ajv/dist/2020.js';

const closed = (required: string[], properties: Record<string, unknown>) => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
});
const list = (items: unknown) => ({ type: 'array', items });
const text = { type: 'string', minLength: 1 };
const line = { type: 'integer', minimum: 1 };
const level = { enum: ['none', 'note', 'warning', 'error'] };
const message = closed(['text'], { text });
const bag = { type: 'object' };

const location = closed([], {
  id: { type: 'integer', minimum: 0 },
  message,
  physicalLocation: closed(['artifactLocation'], {
    artifactLocation: closed(['uri'], {
      // A relative reference (RFC 3986): nothing but unreserved characters, escapes and slashes.
      uri: { type: 'string', pattern: "^(?!/)(?:[A-Za-z0-9._~!'()*-]|%[0-9A-F]{2}|/)+$" },
      uriBaseId: { const: '%SRCROOT%' },
    }),
    region: {
      ...closed(['startLine'], { startLine: line, startColumn: line, endLine: line, endColumn: line }),
      dependentRequired: { endColumn: ['endLine'], endLine: ['endColumn'] },
    },
  }),
  logicalLocations: list(closed([], { fullyQualifiedName: text })),
});

/** The essentials of the schema of SARIF 2.1.0 (OASIS, errata 01): of the objects that are used, what they hold. */
export const isSarif = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true }).compile(
  closed(['version', 'runs'], {
    $schema: { type: 'string', pattern: '^https://docs\\.oasis-open\\.org/sarif/sarif/v2\\.1\\.0/' },
    version: { const: '2.1.0' },
    runs: {
      type: 'array',
      minItems: 1,
      items: closed(['tool'], {
        tool: closed(['driver'], {
          driver: closed(['name'], {
            name: text,
            version: text,
            rules: {
              type: 'array',
              uniqueItems: true,
              items: closed(['id'], {
                id: text,
                shortDescription: message,
                help: message,
                defaultConfiguration: closed([], { level }),
                properties: bag,
              }),
            },
          }),
        }),
        columnKind: { enum: ['utf16CodeUnits', 'unicodeCodePoints'] },
        results: list(
          closed(['message'], {
            ruleId: text,
            ruleIndex: { type: 'integer', minimum: 0 },
            level,
            message,
            locations: list(location),
            relatedLocations: list(location),
            partialFingerprints: { type: 'object', additionalProperties: text },
          }),
        ),
      }),
    },
  }),
);
