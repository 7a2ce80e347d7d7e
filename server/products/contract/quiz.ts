import { contractDisclosure } from '#domain/contract/risk.ts'
import type { AskedDisclosure } from '#server/users/disclosures.ts'

/** The risk notice with the right answers to its questions. */
export const contractQuiz: AskedDisclosure<(typeof contractDisclosure.questions)[number]> = {
  ...contractDisclosure,
  right: { loss: '3', leverage: '2', liquidation: '2', gap: '3' },
}
