import { type Section, type Setting, section, texts } from '../core/index.ts'

/** Code that runs with all rights of the person is named by the person alone. */
export const ownToolsSection: Section<{ readonly modules: Setting<readonly string[]> }> = section(
  'tools',
  'All tools.',
  {
    modules: texts(
      [],
      'JavaScript modules with tools of your own; their paths begin at the folder of your config file.',
      {
        workspaceMay: 'never',
      },
    ),
  },
)
