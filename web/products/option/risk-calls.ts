import { optionAcceptRisk, optionRisk } from '#domain/option/contract.ts'

/** The calls of the risk notice of seconds options. */
export const riskCalls = { read: optionRisk, accept: optionAcceptRisk }
