import { several } from './several.ts'

/** Texts of the first steps. */
export const firstStepsWords = {
  first: {
    one: {
      title: 'Watch a weak model get caught',
      text: 'The demo model makes typical mistakes of small models. Watch what is rejected, repaired and run.',
      act: 'Run the demo',
    },
    verify: {
      title: 'The tool left a receipt',
      text: 'Signed, and chained to the previous receipt. Verify it.',
      act: 'Verify this receipt',
    },
    broken: {
      title: 'Now break it',
      text: 'Flip one bit in a copy and watch it get caught.',
      act: 'Break it',
    },
    two: {
      title: 'Now with your own model',
      text: 'Found on this machine:',
      none: (places: string) => `No model server found at ${places}. Start one, then look again.`,
      look: 'Look again',
    },
    three: { title: 'Put it in front of other programs', text: 'Paste this into the program.' },
    dismiss: 'Do not show again',
    probing: 'Testing the model with three short prompts…',
  },
  connect: {
    title: 'Connect a model',
    lead: 'You are using the demo model, an offline script. Looking for local models at:',
    more: 'More about models',
    answers: 'running',
    silent: 'not running',
    noModel: 'It has no chat model.',
    models: (n: number) => several(n, 'model'),
    use: (name: string) => `Use ${name}`,
  },
} as const
