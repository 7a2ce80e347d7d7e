import type { ReactNode } from 'react'
import type { ProposalView } from '#domain/console/contract.ts'
import type { Endpoint } from '#domain/endpoint.ts'
import { Button } from '#web/ui/button.tsx'
import { useMay } from '../app/session.ts'
import { t } from '../texts.ts'
import { ChoosableTable } from '../ui/choosable-table.tsx'
import { Page, Section } from '../ui/page.tsx'
import { Answered } from '../ui/states.tsx'
import { useChosen } from '../ui/use-chosen.ts'
import { ProposalPanel } from './proposal-panel.tsx'
import { proposalColumns } from './proposal-table.tsx'

/** What the URL names of such a page: the form for something new, a draft, or what the page itself knows. */
const NEW = 'new'
const DRAFT = 'draft-'

interface Call<Answer> {
  readonly data: Answer | undefined
  readonly error: unknown
  readonly refetch: () => unknown
}

/** A page of things that two operators make: a button for a new one, what is proposed, and below it what there is. */
export function DraftsPage<Answer extends { readonly drafts: readonly ProposalView[] }>({
  name,
  title,
  summary,
  call,
  create,
  draftOf,
  form,
  panel,
  children,
}: {
  /** Of its tables, in the URL. */
  name: string
  title: string
  summary: (answer: Answer) => string
  call: Call<Answer>
  /** The call that proposes a new one, and what the button for it says. */
  create: { readonly endpoint: Pick<Endpoint, 'roles'>; readonly label: string }
  /** What heads the column of what is proposed. */
  draftOf: string
  form: (answer: Answer, close: () => void) => ReactNode
  /** What else the URL may name. */
  panel: (answer: Answer, at: string, close: () => void) => ReactNode
  children: (answer: Answer) => ReactNode
}) {
  const [at = '', choose] = useChosen()
  const mayCreate = useMay(create.endpoint)
  const close = () => choose(undefined)
  const { data } = call
  const chosen = () => {
    if (!data || at === '') return undefined
    if (at === NEW) return form(data, close)
    if (!at.startsWith(DRAFT)) return panel(data, at, close)
    return <ProposalPanel key={at} id={at.slice(DRAFT.length)} onClose={close} />
  }
  return (
    <Page
      title={title}
      summary={data && summary(data)}
      actions={
        mayCreate && (
          <Button size="small" kind={at ? 'plain' : 'primary'} onClick={() => choose(NEW)}>
            {create.label}
          </Button>
        )
      }
      panel={chosen()}
    >
      <Answered call={call}>
        {(answer) => (
          <>
            {answer.drafts.length > 0 && (
              <Section title={t('proposal.drafts')}>
                <ChoosableTable
                  name={`${name}-drafts`}
                  label={t('proposal.drafts')}
                  columns={proposalColumns(draftOf)}
                  rows={answer.drafts}
                  keyOf={({ id }) => `${DRAFT}${id}`}
                />
              </Section>
            )}
            {children(answer)}
          </>
        )}
      </Answered>
    </Page>
  )
}
