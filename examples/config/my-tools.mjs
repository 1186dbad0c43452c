// A module for `[tools] modules`: a list of tools, each with what it may do and the function that does it.
export const tools = [
  {
    name: 'count_words',
    description: 'Counts the words of a text.',
    risk: 'read',
    capability: 'FileAccess',
    input: {
      type: 'object',
      properties: { text: { type: 'string' } },
      required: ['text'],
      additionalProperties: false,
    },
    execute: (/** @type {{ text: string }} */ { text }) => ({
      words: text.split(/\s+/).filter(word => word !== '').length,
    }),
  },
]
