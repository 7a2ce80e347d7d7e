import { type ConsoleContentItem, consoleContent, createContent } from '#domain/content/console.ts'
import { contentKinds } from '#domain/content/kinds.ts'
import { languages } from '#domain/language.ts'
import { utcMinute } from '#domain/time.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { Button } from '#web/ui/button.tsx'
import { useMay } from '../../app/session.ts'
import { dateTimeUtc } from '../../format.ts'
import { t } from '../../texts.ts'
import { ChoosableTable } from '../../ui/choosable-table.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { Answered } from '../../ui/states.tsx'
import { type Column, Two } from '../../ui/table.tsx'
import { useChosen } from '../../ui/use-chosen.ts'
import { ContentPanel } from './content-panel.tsx'
import { CreateForm } from './create-form.tsx'

const NEW = 'new'

/** What the site says, by kind: what is published, and what is written since. */
export function ContentPage() {
  const call = useApiQuery(consoleContent, {})
  const [at, choose] = useChosen()
  const mayWrite = useMay(createContent)
  const items = call.data?.items ?? []
  const close = () => choose(undefined)
  return (
    <Page
      title={t('content.title')}
      summary={
        call.data &&
        t('content.summary', {
          published: String(items.filter(({ version }) => version !== null).length),
          changed: String(items.filter(({ version, isChanged }) => version !== null && isChanged).length),
        })
      }
      actions={
        mayWrite && (
          <Button size="small" kind={at ? 'plain' : 'primary'} onClick={() => choose(NEW)}>
            {t('content.create')}
          </Button>
        )
      }
      panel={
        at === NEW ? (
          <CreateForm onClose={close} onCreated={choose} />
        ) : (
          // What was begun a moment ago may not be in the list yet.
          at !== undefined && <ContentPanel key={at} id={at} onClose={close} />
        )
      }
    >
      <Answered call={call}>
        {() =>
          contentKinds.map((kind) => (
            <Section key={kind} title={t(`content.section_${kind}`)}>
              <ChoosableTable
                name={`content-${kind}`}
                empty={{ title: t('content.empty') }}
                label={t(`content.section_${kind}`)}
                columns={columns}
                rows={items.filter((item) => item.kind === kind)}
                keyOf={({ id }) => id}
              />
            </Section>
          ))
        }
      </Answered>
    </Page>
  )
}

const state = ({ version }: ConsoleContentItem): string =>
  version === null ? t('content.state_none') : t('content.state_version', { version: String(version) })

const stateNote = ({ pending, version, isChanged }: ConsoleContentItem): string | null =>
  pending ? t('content.state_pending') : version !== null && isChanged ? t('content.state_changed') : null

const columns: Column<ConsoleContentItem>[] = [
  {
    title: t('content.column_title'),
    value: ({ title, key }) => `${key ?? ''} ${title}`,
    cell: ({ title, key, category, isPopUp }) => (
      <Two
        isStrong
        first={title || t('content.not_written')}
        second={[key, category && t(`content.category_${category}`), isPopUp && t('content.pop_up')]
          .filter(Boolean)
          .join(' · ')}
      />
    ),
  },
  {
    title: t('content.column_state'),
    value: state,
    cell: (item) => <Two first={state(item)} second={stateNote(item)} />,
  },
  {
    title: t('content.column_languages'),
    align: 'right',
    isWide: true,
    value: (item) => String(item.languages.length),
    cell: (item) => `${item.languages.length} / ${languages.length}`,
  },
  {
    title: t('content.column_published'),
    align: 'right',
    isWide: true,
    value: ({ publishedAtMs }) => (publishedAtMs === null ? '' : dateTimeUtc(publishedAtMs)),
    cell: ({ publishedAtMs }) => (publishedAtMs === null ? '–' : utcMinute(publishedAtMs)),
  },
]
