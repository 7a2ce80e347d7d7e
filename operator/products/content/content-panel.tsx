import { useState } from 'react'
import {
  type ConsoleContentItem,
  consoleContentItem,
  proposeContent,
  saveContent,
  withdrawContent,
} from '#domain/content/console.ts'
import { categoriesOf } from '#domain/content/kinds.ts'
import type { OutputOf } from '#domain/endpoint.ts'
import { type Language, languageNames, languages } from '#domain/language.ts'
import { utcMinute } from '#domain/time.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation, useApiQuery } from '#web/app/use-api.ts'
import { Button } from '#web/ui/button.tsx'
import { Chips } from '#web/ui/chips.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'
import { useMay } from '../../app/session.ts'
import { ProposalDecision } from '../../pages/proposal-decision.tsx'
import { KindName, ProposalLines, proposalSteps } from '../../pages/proposal-panel.tsx'
import { t } from '../../texts.ts'
import { Choice } from '../../ui/choice.tsx'
import { Decision, useDecisionChoice } from '../../ui/decision.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ParsedField, ProposalForm } from '../../ui/proposal-form.tsx'
import { Answered, Refused } from '../../ui/states.tsx'
import { Steps } from '../../ui/steps.tsx'
import { Preview, TextFields } from './text-fields.tsx'

type Answer = OutputOf<typeof consoleContentItem>

/** One text: written in each language with a preview, proposed to be published, taken back. */
export function ContentPanel({ id, onClose }: { id: string; onClose(): void }) {
  const call = useApiQuery(consoleContentItem, { id })
  const [isPublishing, setPublishing] = useState(false)
  const mayPublish = useMay(proposeContent)
  const mayWithdraw = useMay(withdrawContent)
  const item = call.data?.item
  if (isPublishing && item) return <PublishForm item={item} onClose={() => setPublishing(false)} />
  return (
    <Panel
      title={item ? t(`content.kind_${item.kind}`) : t('content.title')}
      onClose={onClose}
      foot={
        item &&
        (item.pending ? (
          <ProposalDecision proposal={item.pending} />
        ) : (
          mayWithdraw && item.version !== null && item.announces === null && <TakeBack id={id} />
        ))
      }
    >
      <Answered call={call}>
        {(answer) => (
          <>
            <p className="text-20 font-semibold break-words">
              {answer.item.title || answer.item.key || t('content.not_written')}
            </p>
            <p className="mb-4 text-13 text-t2">
              {[
                answer.item.key,
                answer.item.version === null
                  ? t('content.state_none')
                  : t('content.state_version', { version: String(answer.item.version) }),
                answer.item.isLegal && t('content.legal'),
                answer.item.announces !== null && t('content.announces', { proposal: answer.item.announces }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
            {answer.item.pending && (
              <>
                <p className="text-15">
                  <KindName kind={answer.item.pending.kind} />
                </p>
                <ProposalLines proposal={answer.item.pending} />
                <Steps steps={proposalSteps(answer.item.pending)} />
              </>
            )}
            {!answer.item.pending &&
              answer.item.announces === null &&
              mayPublish &&
              answer.written.length > 0 && (
                <Button size="small" className="mb-4" onClick={() => setPublishing(true)}>
                  {t('content.publish')}
                </Button>
              )}
            <Editor answer={answer} />
            <Past answer={answer} />
          </>
        )}
      </Answered>
    </Panel>
  )
}

/** The text in one language: as it is written, to be written anew. */
function Editor({ answer }: { answer: Answer }) {
  const [language, setLanguage] = useState<Language>('en')
  const written = answer.written.find((text) => text.language === language)
  return (
    <section className="mt-2">
      <div className="-mx-4 [&>div]:flex-wrap">
        <Chips<Language>
          label={t('content.language')}
          choices={languages.map((id) => ({ id, label: languageNames[id] }))}
          value={language}
          onChange={setLanguage}
        />
      </div>
      <TextForm key={language} item={answer.item} language={language} written={written} />
    </section>
  )
}

function TextForm({
  item: { id, announces },
  language,
  written,
}: {
  item: Pick<ConsoleContentItem, 'id' | 'announces'>
  language: Language
  written: Answer['written'][number] | undefined
}) {
  const saving = useApiMutation(saveContent, { toastsRefusal: false })
  const mayWrite = useMay(saveContent) && announces === null
  const [text, setText] = useState({ title: written?.title ?? '', content: written?.content ?? '' })
  async function save() {
    if (await saving.send({ id, language, ...text })) toast(t('content.saved'))
  }
  const isSame = written?.title === text.title && written.content === text.content
  return (
    <div className="flex flex-col gap-3 pt-2">
      {mayWrite && (
        <>
          <TextFields text={text} onChange={setText} />
          {written && (
            <p className="figures text-12 text-t3">
              {t('content.last_saved', {
                name: written.writer ?? t('content.demo_writer'),
                time: utcMinute(written.savedAtMs),
              })}
            </p>
          )}
          <Refused error={saving.error} />
          <Button
            size="small"
            kind="primary"
            isPending={saving.isPending}
            disabled={isSame || text.title.trim() === '' || text.content.trim() === ''}
            onClick={() => void save()}
          >
            {t('content.save')}
          </Button>
        </>
      )}
      <Preview text={text} language={language} />
    </div>
  )
}

function Past({ answer: { item, versions, helpful, unhelpful } }: { answer: Answer }) {
  return (
    <section className="mt-6">
      {item.kind === 'faq' && (
        <KeyValue
          ruled
          lines={[
            { name: t('content.helpful'), value: String(helpful) },
            { name: t('content.unhelpful'), value: String(unhelpful) },
          ]}
        />
      )}
      {versions.length > 0 && (
        <>
          <h2 className="pt-3 text-15 font-semibold">{t('content.versions')}</h2>
          <KeyValue
            ruled
            lines={versions.map(({ number, maker, checker, publishedAtMs }) => ({
              name: t('content.state_version', { version: String(number) }),
              value: maker
                ? t('content.version_by', { maker, checker: checker ?? '?', time: utcMinute(publishedAtMs) })
                : `${t('content.demo_writer')}, ${utcMinute(publishedAtMs)} UTC`,
            }))}
          />
        </>
      )}
    </section>
  )
}

function PublishForm({ item, onClose }: { item: ConsoleContentItem; onClose(): void }) {
  const categories = categoriesOf(item.kind) as NonNullable<ConsoleContentItem['category']>[]
  return (
    <ProposalForm
      endpoint={proposeContent}
      panel={t('content.publish')}
      title={item.title}
      text={t('content.publish_text')}
      inputOf={(typed) => ({ ...typed, id: item.id })}
      onClose={onClose}
    >
      {categories.length > 0 && (
        <Choice
          label={t('content.category')}
          name="category"
          options={categories.map((id) => ({ id, label: t(`content.category_${id}`) }))}
          value={item.category ?? categories[0]!}
        />
      )}
      {item.kind === 'news' && (
        <Choice
          label={t('content.pop_up')}
          name="isPopUp"
          options={[
            { id: '0', label: t('content.no') },
            { id: '1', label: t('content.yes') },
          ]}
          value={item.isPopUp ? '1' : '0'}
        />
      )}
      {item.kind === 'faq' && (
        <ParsedField
          label={t('content.place')}
          name="place"
          inputMode="numeric"
          value={String(item.place)}
          read={(text) => (/^\d{1,4}$/.test(text) ? text : undefined)}
          write={(place) => String(Number(place))}
          error={t('content.place_error')}
        />
      )}
    </ProposalForm>
  )
}

function TakeBack({ id }: { id: string }) {
  const withdraw = useDecisionChoice(withdrawContent, {
    label: t('content.withdraw'),
    input: { id },
    done: t('content.withdrawn'),
  })
  return <Decision choices={[withdraw]} note={t('content.withdraw_text')} />
}
