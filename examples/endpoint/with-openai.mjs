import OpenAI from 'openai'

const client = new OpenAI({ baseURL: `${process.env.COUNTERSIGN_URL}/v1`, apiKey: process.env.COUNTERSIGN_KEY })

const runner = client.chat.completions.runTools({
  model: 'default',
  messages: [{ role: 'user', content: 'How warm is it in Bern?' }],
  tools: [
    {
      type: 'function',
      function: {
        name: 'get_temperature',
        description: 'The temperature in a city, in degrees.',
        parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
        parse: JSON.parse,
        function: ({ city }) => `21 degrees in ${city}`,
      },
    },
  ],
})

console.log(await runner.finalContent())
