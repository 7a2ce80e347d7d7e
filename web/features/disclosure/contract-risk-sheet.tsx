import { contractAcceptRisk, contractRisk } from '#domain/contract/contract.ts'
import type { contractDisclosure } from '#domain/contract/risk.ts'
import { useTexts } from '#web/texts/texts.ts'
import { RiskSheet } from './risk-sheet.tsx'

export const riskCalls = { read: contractRisk, accept: contractAcceptRisk }

type Question = (typeof contractDisclosure.questions)[number]

/** The risk notice of contracts. */
export function ContractRiskSheet(sheet: { onClose(): void; onAccepted(): void }) {
  const { t } = useTexts()
  return (
    <RiskSheet
      calls={riskCalls}
      words={{
        title: t('contract_pages.risk_title'),
        lead: t('contract_pages.risk_lead'),
        points: (['loss', 'leverage', 'liquidation', 'gap'] as const).map((point) =>
          t(`contract_pages.risk_${point}`),
        ),
        question: (question) => t(`contract_pages.question_${question as Question}`),
        answer: (question, answer) => t(`contract_pages.answer_${question as Question}_${answer}`),
        accept: t('contract_pages.risk_accept'),
      }}
      {...sheet}
    />
  )
}
