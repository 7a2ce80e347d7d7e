import { useState } from 'react'
import { languageNames, languages } from '#domain/language.ts'
import {
  type CannedAnswer,
  cannedAnswers,
  removeCannedAnswer,
  saveCannedAnswer,
} from '#domain/support/console.ts'
import { MAX_ANSWER_TITLE, MAX_TEXT } from '#domain/support/rules.ts'
import { utcMinute } from '#domain/time.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation, useApiQuery } from '#web/app/use-api.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { useMay } from '../../app/session.ts'
import { t } from '../../texts.ts'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Answered, Nothing, Refused } from '../../ui/states.tsx'
import type { Column } from '../../ui/table.tsx'
import { useChosen } from '../../ui/use-chosen.ts'
import { WholeTable } from '../../ui/whole-table.tsx'

const NEW = 'new'

/** Texts that are kept ready, to be inserted into a chat. */
export function AnswersPage() {
  const call = useApiQuery(cannedAnswers, {})
  const [at, choose] = useChosen()
  const mayChange = useMay(saveCannedAnswer)
  const chosen = call.data?.items.find(({ id }) => id === at)
  const close = () => choose(undefined)
  return (
    <Page
      title={t('support.answers')}
      summary={t('support.answers_summary')}
      actions={
        mayChange && (
          <Button size="small" onClick={() => choose(NEW)}>
            {t('support.new_answer')}
          </Button>
        )
      }
      panel={mayChange && (chosen || at === NEW) && <AnswerForm key={at} answer={chosen} onClose={close} />}
    >
      <Answered call={call}>
        {({ items }) =>
          items.length === 0 ? (
            <Nothing title={t('support.no_answers')} />
          ) : (
            <WholeTable
              name="support-answers"
              label={t('support.answers')}
              rows={items}
              columns={columns}
              keyOf={({ id }) => id}
              chosen={at}
              onChoose={mayChange ? ({ id }) => choose(id) : undefined}
            />
          )
        }
      </Answered>
    </Page>
  )
}

const columns: Column<CannedAnswer>[] = [
  { title: t('support.answer_title'), cell: ({ title }) => title },
  { title: t('support.answer_language'), cell: ({ language }) => languageNames[language] },
  { title: t('support.answer_text'), isWide: true, cell: ({ text }) => text },
  { title: t('support.answer_by'), isWide: true, cell: ({ operator }) => operator },
  {
    ...{ title: t('support.answer_at'), align: 'right', isWide: true },
    cell: ({ updatedAtMs }) => utcMinute(updatedAtMs),
  },
]

function AnswerForm({ answer, onClose }: { answer: CannedAnswer | undefined; onClose(): void }) {
  const [title, setTitle] = useState(answer?.title ?? '')
  const [text, setText] = useState(answer?.text ?? '')
  const [language, setLanguage] = useState<string>(answer?.language ?? 'en')
  const saving = useApiMutation(saveCannedAnswer)
  const removing = useApiMutation(removeCannedAnswer)
  return (
    <Panel title={t(answer ? 'support.change_answer' : 'support.new_answer')} onClose={onClose}>
      <form
        className="flex flex-col gap-3"
        onSubmit={async (event) => {
          event.preventDefault()
          const kept = { title, text, language: language as CannedAnswer['language'] }
          if (!(await saving.send(answer ? { ...kept, id: answer.id } : kept))) return
          toast(t('support.saved'))
          onClose()
        }}
      >
        <Field
          label={t('support.answer_title')}
          maxLength={MAX_ANSWER_TITLE}
          required
          autoComplete="off"
          value={title}
          onChange={(event) => setTitle(event.target.value)}
        />
        <SelectField
          label={t('support.answer_language')}
          value={language}
          choices={languages.map((id) => ({ id, label: languageNames[id] }))}
          onChoose={setLanguage}
        />
        <TextArea
          label={t('support.answer_text')}
          rows={6}
          required
          maxLength={MAX_TEXT}
          value={text}
          onChange={(event) => setText(event.target.value.replace(/\s*\n\s*/g, ' '))}
        />
        <Refused error={saving.error ?? removing.error} />
        <Button
          type="submit"
          kind="primary"
          disabled={title.trim() === '' || text.trim() === ''}
          isPending={saving.isPending}
        >
          {t('support.save')}
        </Button>
        {answer && (
          <Button
            isPending={removing.isPending}
            onClick={async () => {
              if (!(await removing.send({ id: answer.id }))) return
              toast(t('support.removed'))
              onClose()
            }}
          >
            {t('support.remove')}
          </Button>
        )}
      </form>
    </Panel>
  )
}
