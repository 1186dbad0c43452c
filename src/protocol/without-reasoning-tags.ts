const TAGS =
  /<\/?(?:think(?:ing)?|thoughts?|reasoning|reflection|scratch_?pad)>|\[\/?(?:think(?:ing)?|thoughts?|reasoning)\]/gi

/** The words of the reasoning as if they were the reply. */
export const withoutReasoningTags = (text: string): string => text.replace(TAGS, '')
