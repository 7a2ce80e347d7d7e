import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { acceptDisclosureEndpoint, disclosureEndpoint } from '#domain/user/disclosure.ts'
import { ErrorState } from '#web/app/error-state.tsx'
import { useApiMutation, useApiQuery } from '#web/app/use-api.ts'
import { Button } from '#web/ui/button.tsx'
import { RadioList } from '#web/ui/radio-list.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'

/** A product's two calls of its risk notice. */
export interface DisclosureCalls {
  readonly read: ReturnType<typeof disclosureEndpoint>
  readonly accept: ReturnType<typeof acceptDisclosureEndpoint>
}

const answers = ['1', '2', '3'] as const
export type Answer = (typeof answers)[number]

/** The words of a product's risk notice. */
export interface DisclosureWords {
  readonly title: string
  readonly lead: string
  readonly points: readonly string[]
  question(question: string): string
  answer(question: string, answer: Answer): string
  readonly accept: string
}

/** A risk notice with its questions; the server knows which answers are right. */
export function RiskSheet({
  calls,
  words,
  onClose,
  onAccepted = onClose,
}: {
  calls: DisclosureCalls
  words: DisclosureWords
  onClose(): void
  onAccepted?(): void
}) {
  const queries = useQueryClient()
  const notice = useApiQuery(calls.read, {})
  const accept = useApiMutation(calls.accept, { toastsRefusal: false })
  const [given, setGiven] = useState<Readonly<Record<string, Answer>>>({})
  const questions = notice.data?.questions ?? []
  const isAnswered = notice.data !== undefined && questions.every((question) => given[question])

  async function send(): Promise<void> {
    const accepted = await accept.send({
      version: String(notice.data!.version),
      answers: questions.map((question) => given[question]).join(''),
    })
    if (!accepted) return
    queries.setQueryData([calls.read.path, {}], accepted)
    onAccepted()
  }

  return (
    <Sheet isOpen onClose={onClose} title={words.title} text={words.lead}>
      <ul className="list-disc grid gap-1.5 py-3 pl-5 text-15 text-t1 marker:text-t3">
        {words.points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      {notice.error && <ErrorState error={notice.error} onRetry={() => void notice.refetch()} />}
      {notice.isPending && <SkeletonRows count={4} height={44} />}
      {questions.map((question) => (
        <div key={question} className="border-t border-line py-3">
          <p className="pb-1 text-15 font-semibold">{words.question(question)}</p>
          <RadioList
            label={words.question(question)}
            choices={answers.map((id) => ({ id, label: words.answer(question, id) }))}
            value={given[question]}
            onChange={(answer) => {
              accept.reset()
              setGiven({ ...given, [question]: answer })
            }}
          />
        </div>
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
        {words.accept}
      </Button>
    </Sheet>
  )
}
