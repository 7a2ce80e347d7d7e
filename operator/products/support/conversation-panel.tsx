import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { languageNames } from '#domain/language.ts'
import {
  assignSupport,
  type ConversationCheck,
  closeConsoleSupport,
  consoleConversation,
  consoleSupport,
  consoleSupportMessages,
  consoleSupportOperators,
  readConsoleSupport,
} from '#domain/support/console.ts'
import { utcMinute } from '#domain/time.ts'
import { useApiMutation, useApiQuery, useHttpClient } from '#web/app/use-api.ts'
import { usePagedList } from '#web/app/use-paged-list.ts'
import { Button } from '#web/ui/button.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { useSession } from '../../app/session.ts'
import { momentUtc } from '../../format.ts'
import { t } from '../../texts.ts'
import { CustomerLink } from '../../ui/customer-link.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Answered, Refused } from '../../ui/states.tsx'
import { Message } from './message.tsx'
import { useSupportLive } from './use-support-live.ts'
import { Write } from './write.tsx'

const AT_ONCE = '50'
/** Of who answers: that anybody else looks is logged each time. */
const REFRESH_MS = 10_000

/** One chat: who asks, what was written, and what the viewer can do. */
export function ConversationPanel({ id, onClose }: { id: string; onClose(): void }) {
  useSupportLive(id)
  const call = useApiQuery(consoleConversation, { id })
  const again = () => void call.refetch()
  return (
    <Panel
      title={t('support.panel', { reference: call.data?.reference ?? '' })}
      onClose={onClose}
      foot={call.data && <Foot conversation={call.data} onDone={again} />}
    >
      <Answered call={call}>{(conversation) => <Content conversation={conversation} />}</Answered>
    </Panel>
  )
}

function Content({ conversation }: { conversation: ConversationCheck }) {
  const { id, customerId, contact, status, operator, operatorId, language, stars, comment } = conversation
  const own = useSession(({ operator }) => operator?.id)
  const isMine = operatorId !== null && operatorId === own
  const list = usePagedList(
    consoleSupportMessages,
    { id, limit: AT_ONCE },
    isMine ? { refetchMs: REFRESH_MS } : {},
  )
  useRead(conversation)
  const messages = list.items?.toReversed() ?? []
  const newest = messages.at(-1)?.id
  const end = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: moved by what is added
  useEffect(() => {
    // Newer browsers answer with a promise, which is no clean-up.
    void end.current?.scrollIntoView({ block: 'end' })
  }, [newest])
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-2 text-15">
        <CustomerLink id={customerId}>{contact}</CustomerLink>
        <span className="text-13 text-t2">
          {languageNames[language]} · {t(`support.status_${status}`)}
          {stars !== null && ` · ${t('support.stars_text', { count: stars })}`}
        </span>
      </p>
      <details>
        <summary className="press flex min-h-11 cursor-pointer items-center text-13 text-t2 md:min-h-9">
          {t('support.about')}
        </summary>
        <KeyValue
          ruled
          lines={[
            { name: t('support.operator'), value: operator ?? t('support.nobody') },
            { name: t('support.opened'), value: utcMinute(conversation.openedAtMs) },
            conversation.firstAnswerAtMs !== null && {
              name: t('support.first_answer'),
              value: momentUtc(conversation.firstAnswerAtMs),
            },
            conversation.closedAtMs !== null && {
              name: t('support.ended'),
              value: momentUtc(conversation.closedAtMs),
            },
            comment !== null && { name: t('support.comment'), value: comment },
          ]}
        />
      </details>
      <section className="pt-2" aria-label={t('support.messages')}>
        <h3 className="pb-2 text-15 font-semibold">{t('support.messages')}</h3>
        {list.hasNextPage && (
          <Button size="small" isPending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('support.earlier')}
          </Button>
        )}
        <ul className="flex flex-col gap-3" aria-live="polite">
          {messages.map((message, index) => (
            <li key={message.id} className="text-13">
              {messages[index - 1]?.conversationId !== message.conversationId && (
                <p className="pb-2 text-12 text-t3">
                  {t('support.conversation_of', { time: momentUtc(message.atMs) })}
                </p>
              )}
              <Message conversation={id} message={message} />
            </li>
          ))}
        </ul>
        <div ref={end} />
        <Refused error={list.items ? undefined : list.error} />
      </section>
    </>
  )
}

/** Says that who answers the chat has read it, while it is shown to them. */
function useRead({ id, operatorId, unread, status }: ConversationCheck): void {
  const http = useHttpClient()
  const queries = useQueryClient()
  const own = useSession(({ operator }) => operator?.id)
  const isToRead = unread > 0 && status === 'active' && operatorId === own
  useEffect(() => {
    if (!isToRead) return
    const read = () => {
      if (document.visibilityState !== 'visible') return
      void http.request(readConsoleSupport, { id }).then(
        (conversation) => {
          queries.setQueryData([consoleConversation.path, { id }], conversation)
          void queries.invalidateQueries({ queryKey: [consoleSupport.path] })
        },
        () => {},
      )
    }
    read()
    document.addEventListener('visibilitychange', read)
    return () => document.removeEventListener('visibilitychange', read)
  }, [http, queries, id, isToRead])
}

function Foot({ conversation, onDone }: { conversation: ConversationCheck; onDone(): void }) {
  const { id, operatorId, actions } = conversation
  const own = useSession(({ operator }) => operator?.id)
  const assigning = useApiMutation(assignSupport)
  const closing = useApiMutation(closeConsoleSupport)
  const from = operatorId === null ? {} : { from: operatorId }
  if (actions.length === 0) return null
  return (
    <>
      {actions.includes('write') ? (
        <Write conversation={conversation} onDone={onDone} />
      ) : (
        <p className="text-13 text-t2">{t('support.not_allowed')}</p>
      )}
      <div className="flex flex-wrap gap-2">
        {actions.includes('take') && own !== undefined && (
          <Button
            size="small"
            isPending={assigning.isPending}
            onClick={async () => {
              if (await assigning.send({ id, ...from, to: own })) onDone()
            }}
          >
            {t('support.take')}
          </Button>
        )}
        {actions.includes('return') && (
          <Button
            size="small"
            isPending={assigning.isPending}
            onClick={async () => {
              if (await assigning.send({ id, ...from })) onDone()
            }}
          >
            {t('support.return')}
          </Button>
        )}
        {actions.includes('close') && (
          <Button
            size="small"
            isPending={closing.isPending}
            onClick={async () => {
              if (await closing.send({ id })) onDone()
            }}
          >
            {t('support.close')}
          </Button>
        )}
      </div>
      {actions.includes('hand-over') && <HandOver conversation={conversation} onDone={onDone} />}
      <Refused error={assigning.error ?? closing.error} />
    </>
  )
}

/** Gives the chat to another operator. */
function HandOver({
  conversation: { id, operatorId },
  onDone,
}: {
  conversation: ConversationCheck
  onDone(): void
}) {
  const own = useSession(({ operator }) => operator?.id)
  const operators = useApiQuery(consoleSupportOperators, {})
  const assigning = useApiMutation(assignSupport)
  const others = operators.data?.items.filter((one) => one.id !== operatorId && one.id !== own) ?? []
  if (operators.data && others.length === 0)
    return <p className="text-12 text-t3">{t('support.nobody_else')}</p>
  return (
    <form
      className="flex items-end gap-2"
      onSubmit={async (event) => {
        event.preventDefault()
        const to = String(new FormData(event.currentTarget).get('to') ?? '')
        const from = operatorId === null ? {} : { from: operatorId }
        if (to !== '' && (await assigning.send({ id, ...from, to }))) onDone()
      }}
    >
      <div className="min-w-0 flex-1">
        <SelectField
          key={others.map((one) => one.id).join(' ')}
          label={t('support.hand_over_to')}
          name="to"
          defaultValue={others[0]?.id ?? ''}
          choices={others.map(({ id: other, name, active }) => ({
            id: other,
            label: t('support.active_count', { name, count: active }),
          }))}
        />
      </div>
      <Button type="submit" size="small" isPending={assigning.isPending}>
        {t('support.hand_over')}
      </Button>
      <Refused error={assigning.error} />
    </form>
  )
}
