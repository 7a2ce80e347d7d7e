import { useQueryClient } from '@tanstack/react-query'
import { Paperclip, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import {
  closeSupport,
  readSupport,
  type SupportState,
  supportImage,
  supportMessages,
  supportOrders,
  supportState,
} from '#domain/support/contract.ts'
import { MAX_TEXT, orderKinds } from '#domain/support/rules.ts'
import type { SupportMessageView, SupportOrderView } from '#domain/support/view.ts'
import { http } from '#web/app/api.ts'
import { ErrorState } from '#web/app/error-state.tsx'
import { useApiMutation, useApiQuery } from '#web/app/use-api.ts'
import { usePagedList } from '#web/app/use-paged-list.ts'
import { Bubble } from '#web/features/chat/bubble.tsx'
import { ChatPicture } from '#web/features/chat/picture.tsx'
import { Writing } from '#web/features/chat/writing.tsx'
import { dateInWords } from '#web/format/time.ts'
import { useTexts } from '#web/texts/texts.ts'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { OrderName, OrderSheet } from './order-sheet.tsx'
import type { Outbox, Pending } from './outbox.ts'
import { Rating } from './rating.tsx'
import { askAgain } from './send.ts'
import { useOutbox } from './use-outbox.ts'

const REFRESH_MS = 10_000
const AT_ONCE = '50'

type ChosenOrder = Pick<SupportOrderView, 'kind' | 'id' | 'reference'>

/** A customer's chat with the service: what was written, what is on its way, and the line to write. */
export function Chat({ uid, state }: { uid: string; state: SupportState }) {
  const { t } = useTexts()
  const list = usePagedList(supportMessages, { limit: AT_ONCE }, { refetchMs: REFRESH_MS })
  const { items: pending, outbox } = useOutbox(uid)
  const [order, chooseOrder] = useOrderOfUrl()
  const [isChoosing, choose] = useState(false)
  const messages = list.items?.toReversed()
  const arrived = new Set(messages?.map(({ key }) => key))
  const onTheirWay = pending.filter(({ key }) => !arrived.has(key))
  const newest = messages?.at(-1)?.id
  useRead(newest, state.unread)
  const end = useEndInSight(`${newest ?? ''} ${onTheirWay.length}`)
  const { conversation } = state
  const isOn = conversation !== null && conversation.status !== 'closed'

  if (list.error && !messages) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
  if (!messages) return <SkeletonRows count={4} />
  return (
    <section aria-label={t('support_pages.chat')} className="flex flex-col gap-2 gutter py-4">
      {list.hasNextPage && (
        <Button
          size="small"
          kind="quiet"
          isPending={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {t('support_pages.earlier')}
        </Button>
      )}
      {messages.length === 0 && onTheirWay.length === 0 && (
        <EmptyState isSmall title={t('support_pages.empty')} text={t('support_pages.empty_why')} />
      )}
      <ul className="flex flex-col gap-2" aria-live="polite">
        {messages.map((message, index) => (
          <li key={message.id} className="flex flex-col gap-2">
            {messages[index - 1]?.conversationId !== message.conversationId && <Start of={message} />}
            <Message message={message} />
          </li>
        ))}
        {onTheirWay.map((one) => (
          <li key={one.key} className="flex flex-col">
            <OnItsWay pending={one} outbox={outbox} />
          </li>
        ))}
      </ul>
      {conversation?.status === 'closed' && <Rating conversation={conversation} />}
      {isOn && <End id={conversation.id} />}
      <div ref={end} />
      <BottomBar>
        {order && (
          <p className="flex items-center gap-2 text-13">
            <Paperclip aria-hidden size={16} className="shrink-0 text-t2" />
            <span className="min-w-0 flex-1 truncate">
              <OrderName {...order} />
            </span>
            <IconButton icon={X} label={t('support_pages.remove')} onClick={() => chooseOrder(undefined)} />
          </p>
        )}
        <Writing
          maxLength={MAX_TEXT}
          hasMore={order !== undefined}
          extra={
            <IconButton
              icon={Paperclip}
              label={t('support_pages.add_order')}
              className="!text-t2"
              onClick={() => choose(true)}
            />
          }
          onSend={(message) => {
            if (!outbox) return false
            outbox.add({ ...message, order, key: crypto.randomUUID(), atMs: Date.now() })
            chooseOrder(undefined)
            return true
          }}
        />
      </BottomBar>
      <OrderSheet
        isOpen={isChoosing}
        onClose={() => choose(false)}
        onChoose={(chosen) => {
          chooseOrder(chosen)
          choose(false)
        }}
      />
    </section>
  )
}

/** The order that a page of an order leads here with, by `?kind=` and `?order=`; or the one that was chosen. */
function useOrderOfUrl(): [ChosenOrder | undefined, (order: ChosenOrder | undefined) => void] {
  const [params, setParams] = useSearchParams()
  const kind = orderKinds.find((one) => one === params.get('kind'))
  const id = params.get('order')
  const isNamed = kind !== undefined && id !== null && /^[1-9]\d{0,18}$/.test(id)
  const orders = useApiQuery(supportOrders, {}, { enabled: isNamed })
  const known = orders.data?.items.find((one) => one.kind === kind && one.id === id)
  const order = isNamed ? (known ?? { kind, id, reference: '' }) : undefined
  return [
    order,
    (chosen) => setParams(chosen ? { kind: chosen.kind, order: chosen.id } : {}, { replace: true }),
  ]
}

/** Says that what is shown was read, while somebody looks. */
function useRead(newest: string | undefined, unread: number): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (newest === undefined || unread === 0) return
    const read = () => {
      if (document.visibilityState !== 'visible') return
      void http.request(readSupport, { id: newest }).then(
        (state) => queries.setQueryData([supportState.path, {}], state),
        () => {},
      )
    }
    read()
    document.addEventListener('visibilitychange', read)
    return () => document.removeEventListener('visibilitychange', read)
  }, [newest, unread, queries])
}

/** Keeps the end of the chat in sight when something is added at it. */
function useEndInSight(what: string) {
  const end = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: moved by what is added
  useEffect(() => {
    // Newer browsers answer with a promise, which is no clean-up.
    void end.current?.scrollIntoView({ block: 'end' })
  }, [what])
  return end
}

/** Where a conversation begins. */
function Start({ of: { atMs } }: { of: SupportMessageView }) {
  const { t, locale } = useTexts()
  return (
    <p className="pt-2 text-center text-12 text-t3">
      {t('support_pages.conversation', { date: dateInWords(atMs, locale) })}
    </p>
  )
}

function Message({ message: { from, event, text, image, order, atMs } }: { message: SupportMessageView }) {
  const { t } = useTexts()
  if (event !== null)
    return <p className="text-center text-12 text-t3">{t(`support_pages.event_${event}`)}</p>
  return (
    <Bubble
      from={from === 'customer' ? 'me' : 'platform'}
      {...{ text, atMs }}
      above={
        <>
          {order && <About {...order} />}
          {image !== null && <ChatPicture call={supportImage} input={{ image }} />}
        </>
      }
    />
  )
}

/** The order that a message is about. */
const About = (order: ChosenOrder) => (
  <p className="flex items-center gap-1.5 text-13 text-t2">
    <Paperclip aria-hidden size={14} className="shrink-0" />
    <OrderName {...order} />
  </p>
)

/** A message that the server has not got yet. */
function OnItsWay({ pending, outbox }: { pending: Pending; outbox: Outbox | undefined }) {
  const { t } = useTexts()
  const { key, text, image, order, atMs, state, why } = pending
  return (
    <>
      <Bubble
        from="me"
        text={text ?? null}
        atMs={atMs}
        above={
          <>
            {order && <About {...order} />}
            {image !== undefined && <span className="block size-16 rounded-8 bg-s3" />}
          </>
        }
        foot={
          <span role="status" className={state === 'refused' ? 'text-danger' : undefined}>
            {state === 'refused'
              ? t('support_pages.not_sent', { why: why ?? '' })
              : t(`support_pages.state_${state}`)}
          </span>
        }
      />
      {state === 'refused' && (
        <div className="flex justify-end gap-2 self-end">
          <Button kind="quiet" size="small" onClick={() => outbox?.remove(key)}>
            {t('support_pages.remove')}
          </Button>
          <Button kind="quiet" size="small" onClick={() => outbox?.retry(key)}>
            {t('support_pages.retry')}
          </Button>
        </div>
      )}
    </>
  )
}

/** Ends the conversation, after one more look. */
function End({ id }: { id: string }) {
  const { t } = useTexts()
  const queries = useQueryClient()
  const closing = useApiMutation(closeSupport)
  const [isAsking, ask] = useState(false)
  return (
    <>
      <Button kind="quiet" size="small" className="self-center" onClick={() => ask(true)}>
        {t('support_pages.end')}
      </Button>
      <Sheet
        isOpen={isAsking}
        onClose={() => ask(false)}
        title={t('support_pages.end_title')}
        text={t('support_pages.end_why')}
      >
        <Button
          kind="primary"
          className="mt-4 w-full"
          isPending={closing.isPending}
          onClick={async () => {
            if (!(await closing.send({ id }))) return
            ask(false)
            void askAgain(queries)
          }}
        >
          {t('support_pages.end')}
        </Button>
      </Sheet>
    </>
  )
}
