/** Of these alone nobody would expect a trace: thoughts and slips, talk, the making of an answer, and what a body does in a story. */
export const NO_TRACE_VERBS: ReadonlySet<string> = new Set(
  [
    // thoughts, leanings, slips
    'kept left ended worked started lined learned noted missed skipped neglected met spent adopted aimed based borrowed built confused contrasted erred',
    'favoured favored focused forced hesitated wavered dithered ignored inferred deduced concluded speculated guessed gambled interpreted leaned lent',
    'inclined gravitated opted misjudged misremembered misspelled misquoted mistyped misstated mislabelled mislabeled misspoke conflated muddled botched',
    'blundered fumbled stumbled tripped slipped overdid overstated overlooked understated exaggerated cheated toyed flirted struggled wrestled laboured',
    'caught asked pondered mused pretended presumed puzzled reasoned reckoned reflected recalled realised realized recognised recognized regretted resisted',
    'sensed settled sided stuck tended treated regarded deemed judged trusted turned weighed worried feared',
    // talk
    'admitted confessed alluded apologised apologized assured clarified complimented congratulated contradicted digressed drifted strayed rambled elaborated',
    'emphasised emphasized stressed highlighted greeted hinted insisted joked teased mocked flattered listened overheard pledged vowed promised quipped',
    'repeated reiterated returned thanked welcomed warned waffled',
    // the making of the answer
    'avoided balanced blended combined joined condensed compressed tightened loosened sharpened smoothed polished brightened darkened softened toned echoed',
    'mirrored mimicked imitated parodied personified dramatised dramatized expanded fleshed followed framed posed staged illustrated improvised invented',
    'capitalised capitalized italicised italicized indented numbered underlined circled bolded hyphenated abbreviated spelled spelt mixed mixed-up omitted ordered organised organized',
    'paired paraphrased phrased played punctuated ranked related reversed inverted reworded rhymed rounded calculated multiplied divided subtracted shaped',
    'stretched structured styled switched translated varied worded wrapped covered tackled handled touched separated distinguished defined',
    // what a body does
    'climbed danced dreamed entered jumped knocked laughed lived nodded paused rested sailed smiled sighed shrugged stayed stepped stopped waited walked watered',
  ]
    .join(' ')
    .split(' '),
)
