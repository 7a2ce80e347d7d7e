import { riskQuestions } from '#domain/option/risk.ts'

/** The right answers to the questions of the risk notice. */
const right: Readonly<Record<(typeof riskQuestions)[number], string>> = {
  loss: '3',
  'break-even': '2',
  end: '3',
  price: '2',
}

/** Whether all questions are answered rightly: one digit for each, in their order. */
export const areRight = (answers: string): boolean =>
  answers === riskQuestions.map((question) => right[question]).join('')
