import { several } from './several.ts'

/** The cards of the first two minutes. */
export const firstStepsWords = {
  first: {
    one: {
      title: 'Watch a weak model get caught',
      text: 'The demo model makes the mistakes that small models make. Watch what is refused, what is mended, and what runs.',
      act: 'Run the demo',
    },
    verify: {
      title: 'The tool left a receipt',
      text: 'It is signed and stands in a chain. Check it.',
      act: 'Verify this receipt',
    },
    broken: {
      title: 'Now break it',
      text: 'Turn one bit over in a copy, and see whether it is noticed.',
      act: 'Break it',
    },
    two: {
      title: 'Now with your own model',
      text: 'Found on this machine:',
      none: (places: string) => `No model server answers at ${places}. Start one, then look again.`,
      look: 'Look again',
    },
    three: { title: 'Put it in front of other programs', text: 'Paste this into the program.' },
    dismiss: 'Do not show again',
    probing: 'Three short questions to the model first…',
  },
  connect: {
    title: 'Connect a model',
    lead: 'The demo model answers now: a script, offline. A model of your own is looked for in these places.',
    more: 'More about models',
    answers: 'answers',
    silent: 'not running',
    noModel: 'It has no model that can answer.',
    models: (n: number) => several(n, 'model'),
    use: (name: string) => `Use ${name}`,
  },
} as const
