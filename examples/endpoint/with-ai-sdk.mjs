import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateText, jsonSchema, stepCountIs, tool } from 'ai'

const countersign = createOpenAICompatible({
  name: 'countersign',
  baseURL: `${process.env.COUNTERSIGN_URL}/v1`,
  apiKey: process.env.COUNTERSIGN_KEY,
})

const { text } = await generateText({
  model: countersign('default'),
  prompt: 'How warm is it in Bern?',
  stopWhen: stepCountIs(5),
  tools: {
    get_temperature: tool({
      description: 'The temperature in a city, in degrees.',
      inputSchema: jsonSchema({ type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }),
      execute: async ({ city }) => `21 degrees in ${city}`,
    }),
  },
})

console.log(text)
