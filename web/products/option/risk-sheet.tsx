import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { optionLimits, optionPeriods, optionRisk } from '#domain/option/contract.ts'
import type { riskQuestions } from '#domain/option/risk.ts'
import { ErrorState } from '#web/app/error-state.tsx'
import { useApiMutation, useApiQuery } from '#web/app/use-api.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { oneOf } from '#web/ui/one-of.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'

type Question = (typeof riskQuestions)[number]
const answers = ['1', '2', '3'] as const
type Answer = (typeof answers)[number]

/** The risk notice with its questions; the server knows which answers are right. */
export function RiskSheet({ onClose }: { onClose(): void }) {
  const { t } = useTexts()
  const queries = useQueryClient()
  const offer = useApiQuery(optionPeriods, {})
  const accept = useApiMutation(optionRisk, { toastsRefusal: false })
  const [given, setGiven] = useState<Partial<Record<Question, Answer>>>({})
  const questions = offer.data?.riskQuestions ?? []
  const isAnswered = questions.length > 0 && questions.every((question) => given[question])

  async function send(): Promise<void> {
    const accepted = await accept.send({
      version: String(offer.data!.riskVersion),
      answers: questions.map((question) => given[question]).join(''),
    })
    if (!accepted) return
    queries.setQueryData([optionLimits.path, {}], accepted)
    onClose()
  }

  return (
    <Sheet isOpen onClose={onClose} title={t('option_pages.risk_title')} text={t('option_pages.risk_lead')}>
      <ul className="list-disc space-y-1.5 py-3 pl-5 text-15 text-t1 marker:text-t3">
        <li>{t('option_pages.risk_loss')}</li>
        <li>{t('option_pages.risk_odds')}</li>
        <li>{t('option_pages.risk_end')}</li>
        <li>{t('option_pages.risk_price')}</li>
      </ul>
      {offer.error && <ErrorState error={offer.error} onRetry={() => void offer.refetch()} />}
      {offer.isPending && <SkeletonRows count={4} height={44} />}
      {questions.map((question) => (
        <QuestionField
          key={question}
          question={question}
          value={given[question]}
          onChange={(answer) => {
            accept.reset()
            setGiven({ ...given, [question]: answer })
          }}
        />
      ))}
      {accept.error && (
        <p role="alert" className="pt-3 text-13 text-danger">
          {accept.error.message}
        </p>
      )}
      <Button
        kind="primary"
        className="mt-4 w-full"
        disabled={!isAnswered}
        isPending={accept.isPending}
        onClick={() => void send()}
      >
        {t('option_pages.risk_accept')}
      </Button>
    </Sheet>
  )
}

function QuestionField({
  question,
  value,
  onChange,
}: {
  question: Question
  value: Answer | undefined
  onChange(answer: Answer): void
}) {
  const { t } = useTexts()
  const keys = oneOf(answers, value, onChange)
  const title = t(`option_pages.question_${question}`)
  return (
    <div className="border-t border-line py-3">
      <p className="pb-1 text-15 font-semibold">{title}</p>
      <div {...keys.row} role="radiogroup" aria-label={title}>
        {answers.map((answer) => (
          // biome-ignore lint/a11y/useSemanticElements: arrow keys and looks are ours, the role says what it is
          <button
            key={answer}
            type="button"
            role="radio"
            aria-checked={answer === value}
            {...keys.button(answer)}
            onClick={() => onChange(answer)}
            className="press flex min-h-11 w-full items-center gap-3 text-left text-15"
          >
            <span
              aria-hidden
              className={cx(
                'size-5 shrink-0 rounded-full border-2',
                answer === value ? 'border-[6px] border-t1' : 'border-t3',
              )}
            />
            {t(`option_pages.answer_${question}_${answer}`)}
          </button>
        ))}
      </div>
    </div>
  )
}
