import type { optionDisclosure } from '#domain/option/risk.ts'
import { RiskSheet } from '#web/features/disclosure/risk-sheet.tsx'
import { useTexts } from '#web/texts/texts.ts'
import { riskCalls } from './risk-calls.ts'

type Question = (typeof optionDisclosure.questions)[number]

/** The risk notice of seconds options. */
export default function OptionRiskSheet(sheet: { onClose(): void; onAccepted(): void }) {
  const { t } = useTexts()
  return (
    <RiskSheet
      calls={riskCalls}
      words={{
        title: t('option_pages.risk_title'),
        lead: t('option_pages.risk_lead'),
        points: (['loss', 'odds', 'end', 'price'] as const).map((point) => t(`option_pages.risk_${point}`)),
        question: (question) => t(`option_pages.question_${question as Question}`),
        answer: (question, answer) => t(`option_pages.answer_${question as Question}_${answer}`),
        accept: t('option_pages.risk_accept'),
      }}
      {...sheet}
    />
  )
}
