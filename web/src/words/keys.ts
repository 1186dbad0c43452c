/** The keyboard shortcuts. */
export const keysWords = {
  keys: {
    title: 'Keys',
    everywhere: 'Everywhere',
    inChat: 'In chat',
    inLists: 'In lists',
    onCard: 'On a permission card',
    rows: {
      everywhere: [
        ['?', 'this help'],
        ['/', 'write a message, or search'],
        ['g then c', 'chat'],
        ['g then p', 'permissions'],
        ['g then r', 'receipts'],
        ['g then t', 'attempts'],
        ['g then o', 'tools'],
        ['g then i', 'policy'],
        ['g then m', 'memory'],
        ['g then d', 'doctor'],
        ['g then s', 'settings'],
        ['Alt + P', 'the oldest approval request'],
      ],
      inChat: [
        ['Enter', 'send; Shift + Enter for a new line'],
        ['Esc Esc', 'stop the turn'],
        ['[ and ]', 'previous and next turn'],
        ['1 … 8', 'open a stage, when a strip has focus'],
        ['Shift + J', 'the turn as JSON'],
      ],
      inLists: [
        ['j and k', 'next and previous row'],
        ['Enter', 'open'],
        ['Esc', 'back'],
        ['Shift + J', 'raw JSON'],
        ['Shift + C', 'copy'],
      ],
      onCard: [
        ['n', 'deny'],
        ['e', 'deny and say why'],
        ['d', 'dry run: what would change'],
        ['y', 'allow once'],
        ['t', 'allow for 5 minutes'],
        ['w', 'always here, after reading the rule'],
      ],
    },
  },
} as const
