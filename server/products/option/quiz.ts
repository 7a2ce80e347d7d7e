import { optionDisclosure } from '#domain/option/risk.ts'
import type { AskedDisclosure } from '#server/users/disclosures.ts'

/** The risk notice with the right answers to its questions. */
export const optionQuiz: AskedDisclosure<(typeof optionDisclosure.questions)[number]> = {
  ...optionDisclosure,
  right: { loss: '3', 'break-even': '2', end: '3', price: '2' },
}
