import { phrases, says, hasSense } from '../reading/message.ts'
import { either, saying, speaking } from './cue.ts'
import { type Described, isAsked, isQuestion } from './described.ts'
import { type Sign, topic } from './sign.ts'

const WEARING = phrases(`is it|outside|do i need|should i wear|should i bring|should i take|will there be|will it be
    |how many degrees|how hot|how cold|how warm`)

const SKY: readonly Sign[] = [
  topic('the weather', 8).on(
    either(speaking('weather'), saying('temp')),
    c => (hasSense(c, 'weather') || (c.words.at(-1) === 'temp' && isAsked(c))) && !c.person.self,
  ),
  topic('what to wear', 6).on(
    speaking('outdoors'),
    c => !c.person.mine && !says(c, 'outside of') && (c.timely || says(c, ...WEARING)),
  ),
]

const ON_THE_WAY =
  phrases(`how long|on the|there|fastest|quickest|shortest|how far|any|directions to|how do i get|looking like|how is
    |best way|best route|clear`)
const GETTING_THERE =
  phrases(`how long to get|take to get to|take me to get|take to drive|way to get to|how far is|get to work
    |directions to|how do i get to`)

const ROAD_WORKS = phrases('road works|backed up')

const ROADS: readonly Sign[] = [
  topic('traffic', 8).on(
    either(speaking('traffic'), saying(...ROAD_WORKS)),
    c => !c.person.self || says(c, ...ROAD_WORKS),
  ),
  topic('the way there', 7).on(speaking('road'), c => c.timely || says(c, ...ON_THE_WAY)),
  topic('how to get there', 5).on(saying(...GETTING_THERE), c => !c.local),
]

const FLYING =
  phrases(`board|boards|boarding|land|landed|lands|landing|arrive|arrives|arriving|arrival|depart|departs|departing
    |departure|leave|leaves|leaving|take off|takes off|taking off|taken off|gate|delayed|delay|late|on time|status
    |schedule|scheduled|cancelled|canceled|time|when|flights|tickets|cheap`)
const NUMBERED = / (?:[a-z]{2} \d{2,4}|[a-z]{2}\d{2,4}) /
const PREFERS = / (?:did|have|had) i | i (?:say|said|like|prefer|usually|want|think|feel) /
const LEFT = phrases('taken off|landed|cancelled|canceled|departed|boarded|boarding|on time|status of|on schedule')

const FLIGHTS: readonly Sign[] = [
  topic('a flight', 9).on(speaking('flight'), c => (says(c, ...FLYING) || c.timely) && !PREFERS.test(c.said)),
  topic('something of a flight', 7).on(speaking('flight'), c => !c.person.self),
  topic('boarding', 7).on(
    saying('board', 'boarding', 'gate'),
    c => says(c, 'what time', 'when', 'which gate', 'what gate', 'at the gate') && !c.local,
  ),
  topic('a number that lands', 6).on(
    saying(...FLYING),
    c => isQuestion(c) && NUMBERED.test(c.said) && c.everybodys && !c.local,
  ),
  topic('whether it has left', 6).on(
    saying(...LEFT),
    c => isQuestion(c) && !c.person.self && !c.local && !hasSense(c, 'organiser'),
  ),
]

const GOING = phrases('to go to|if i go|to fly to|look out for in|place to vacation')
const IN_A_PLACE =
  phrases(`how safe is|how dangerous is|safe in|safe is|dangerous in|concerns for|concerns in|concerns about
    |precautions in|precautions when in|unrest in|crime in|issues in|issues for|safety in`)
const ENDS_IN_PLACE = / in \S+(?: \S+)? $/
const WARNINGS = phrases('advisory|advisories|warning|warnings|alert|alerts')
const PLACE_LENGTH = 9
const SHORT_LENGTH = 6

const isPlaceSafe = (c: Described): boolean =>
  c.words.length <= PLACE_LENGTH &&
  (says(c, ...IN_A_PLACE) ||
    ENDS_IN_PLACE.test(c.said) ||
    (c.asker === 'is' && !says(c, 'it') && c.words.length <= SHORT_LENGTH))

const SAFETY: readonly Sign[] = [
  topic('safety of travel', 7).on(
    speaking('danger'),
    c => (hasSense(c, 'travel') || says(c, ...GOING)) && !c.person.self && !hasSense(c, 'shell', 'code'),
  ),
  topic('safety of a place', 5).on(speaking('danger'), c => isPlaceSafe(c) && c.everybodys && !c.local),
  topic('warnings for a country', 5).on(
    saying(...WARNINGS),
    c => isQuestion(c) && says(c, 'for', 'to', 'in', 'about') && c.everybodys,
  ),
]

export const GOING_SIGNS: readonly Sign[] = [...SKY, ...ROADS, ...FLIGHTS, ...SAFETY]
