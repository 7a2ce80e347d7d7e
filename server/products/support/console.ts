import { sql } from 'kysely'
import type { AuditAction } from '#domain/console/audit-actions.ts'
import type { QueueItem } from '#domain/console/contract.ts'
import { canAnswerSupport, canViewSupport, hasRole } from '#domain/console/roles.ts'
import { refusal } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import { toLanguage } from '#domain/language.ts'
import * as calls from '#domain/support/console.ts'
import {
  CLOSED,
  invalidSetting,
  isOpenAt,
  MAX_ANSWERS,
  type SupportSettings,
  supportReference,
} from '#domain/support/rules.ts'
import { appendAuditLog } from '#server/console/audit-log.ts'
import { contactOf, contactsOf } from '#server/console/customers.ts'
import { textField } from '#server/console/proposal-fields.ts'
import { proposalRoute } from '#server/console/proposal-route.ts'
import { pendingViews } from '#server/console/proposals.ts'
import type { QueueSize } from '#server/console/queue.ts'
import { subjectsOf } from '#server/console/subjects.ts'
import { readSql, tableRoutes } from '#server/console/table.ts'
import { type TermsProposalAction, versionedTerms } from '#server/console/versioned-terms.ts'
import { pageOf } from '#server/core/page.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { ANSWERED, Context, Operator } from '#server/platform/http/context.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import { nextId } from '#server/platform/ids.ts'
import { pictureOf, type SupportDeps } from './routes.ts'
import { answer, assign, close, readQuestions } from './service.ts'
import {
  answerers,
  type ConversationRow,
  countWaiting,
  findConversation,
  insertAnswer,
  insertSettings,
  keptAnswers,
  messagesOf,
  namesOfOperators,
  newestSettings,
  removeAnswer,
  updateAnswer,
  waitingConversations,
} from './store.ts'
import { messageView } from './views.ts'

/** What operators do in customers' chats, the texts they keep ready, and the settings that two of them change together. */

const MAX_QUEUED = 200
const subjects = subjectsOf('support')

const showHours = (text: string) => (text === CLOSED ? 'closed' : `${text} UTC`)
const orNone = (text: string) => text || 'none'

const settingsChange: TermsProposalAction = versionedTerms<SupportSettings>({
  kind: 'support-settings',
  subject: 'support-settings:all',
  title: 'Customer service: hours and contacts',
  currency: 'USDT',
  fields: {
    monday: textField('Monday', showHours),
    tuesday: textField('Tuesday', showHours),
    wednesday: textField('Wednesday', showHours),
    thursday: textField('Thursday', showHours),
    friday: textField('Friday', showHours),
    saturday: textField('Saturday', showHours),
    sunday: textField('Sunday', showHours),
    url: textField('Chat elsewhere', orNone),
    email: textField('Email', orNone),
  },
  invalidTerm: invalidSetting,
  newest: newestSettings,
  insert: insertSettings,
})

type Row = ConversationRow & { readonly unread: number; readonly operator: string | null }

/** A conversation with what its list says of it; only the one that is open has unread questions. */
const COLUMNS = sql`c.*, o.name as operator, case when c.status = 'closed' then 0 else t.unread_questions end as unread`
const FROM = sql`support_conversation c join support_chat t on t.customer_id = c.customer_id
  left join operator o on o.id = c.operator_id`

const lineOf = (row: Row, contact: string): calls.ConversationLine => ({
  ...{ id: String(row.id), reference: supportReference(row.number), customerId: String(row.customer_id) },
  ...{ contact, status: row.status, operator: row.operator, unread: row.unread },
  ...{ openedAtMs: row.opened_at, firstAnswerAtMs: row.first_answer_at, closedAtMs: row.closed_at },
  ...{ stars: row.stars, comment: row.comment },
})

const isReference = (text: string): boolean => /^C-\d{1,18}$/i.test(text)

const readConversations = readSql<typeof calls.consoleSupport, Row>({
  columns: COLUMNS,
  from: FROM,
  id: 'c.id',
  customer: 'c.customer_id',
  time: 'c.opened_at',
  isOldestFirst: ({ status, state }) => status === 'waiting' || state === 'open',
  leading: ({ state }) => (state === 'open' ? `case c.status when 'waiting' then 0 else 1 end` : undefined),
  search: (text) => (isReference(text) ? [sql`c.number = ${BigInt(text.slice(2))}::bigint`] : []),
  where: ({ status, state: asked, whose, search = '' }, { operator }) => {
    // Whoever seeks one chat finds it whether or not it has ended.
    const state = isReference(search) ? undefined : asked
    return [
      ...(state === 'open' ? [sql`c.status in ('waiting', 'active')`] : []),
      ...(state === 'closed' ? [sql`c.status = 'closed'`] : []),
      ...(status === undefined ? [] : [sql`c.status = ${status}`]),
      ...(whose === 'mine' ? [sql`c.operator_id = ${operator.id}::bigint`] : []),
      ...(whose === 'others' ? [sql`c.operator_id <> ${operator.id}::bigint`] : []),
      ...(whose === 'nobody' ? [sql`c.operator_id is null`] : []),
    ]
  },
  async show(rows, { db }) {
    const contacts = await contactsOf(
      db,
      rows.map(({ customer_id }) => customer_id),
    )
    return rows.map((row) => lineOf(row, contacts.get(row.customer_id)!))
  },
})

/** What the viewer may do with a conversation. */
export function actionsOn(
  { status, operator_id }: Pick<ConversationRow, 'status' | 'operator_id'>,
  viewer: Operator,
): calls.ConversationCheck['actions'] {
  if (status === 'closed' || !hasRole(viewer.roles, canAnswerSupport)) return []
  if (operator_id === null) return ['take', 'hand-over', 'write', 'close']
  return operator_id === viewer.id
    ? ['hand-over', 'return', 'write', 'close']
    : ['take', 'hand-over', 'return']
}

async function getConversation(db: Db | Tx, id: bigint): Promise<ConversationRow> {
  const row = await findConversation(db, id)
  if (!row) throw refusal('NOT_FOUND')
  return row
}

async function page(db: Db, id: bigint, viewer: Operator): Promise<calls.ConversationCheck> {
  const { rows } = await sql<Row & { language: string }>`
    select ${COLUMNS}, k.language from ${FROM} join customer k on k.id = c.customer_id where c.id = ${id}::bigint`.execute(
    db,
  )
  const row = rows[0]
  if (!row) throw refusal('NOT_FOUND')
  return {
    ...lineOf(row, await contactOf(db, row.customer_id)),
    operatorId: row.operator_id === null ? null : String(row.operator_id),
    language: toLanguage(row.language),
    actions: actionsOn(row, viewer),
  }
}

const log = (db: Db | Tx, operator: Operator, action: AuditAction, id: bigint, nowMs: number, to?: string) =>
  appendAuditLog(
    db,
    { operator: operator.id, action, subject: subjects.of(id), ...(to !== undefined && { detail: { to } }) },
    nowMs,
  )

/** A look into a conversation stands in the log, but of who answers it now: that they took it stands there. */
async function logLook({ db, clock, operator }: Context, row: ConversationRow): Promise<void> {
  // A closed one shows what was written after it too.
  const isOwn = row.status === 'active' && row.operator_id === operator.id
  if (!isOwn) await log(db, operator, 'viewed', row.id, clock.nowMs())
}

function conversationRoutes({ uploads, publisher }: SupportDeps): Route[] {
  /** Does something with a conversation in a transaction that logs it, and tells both sides. Returns: it, as it is then. */
  async function change(
    { db, clock, operator }: Context,
    id: bigint,
    action: AuditAction,
    work: (tx: Tx, nowMs: number) => Promise<boolean>,
    to?: string,
  ): Promise<calls.ConversationCheck> {
    const nowMs = clock.nowMs()
    const isChanged = await db.transaction().execute(async (tx) => {
      const isNew = await work(tx, nowMs)
      if (isNew) await log(tx, operator, action, id, nowMs, to)
      return isNew
    })
    if (isChanged) {
      const { customer_id: customer } = await getConversation(db, id)
      await publisher.tell(db, { customer, conversation: id })
    }
    return page(db, id, operator)
  }

  return [
    ...tableRoutes(calls.consoleSupport, readConversations),
    route(calls.consoleConversation, ({ id }, { db, operator }) => page(db, id, operator)),
    route(calls.consoleSupportMessages, async ({ id, ...paged }, ctx) => {
      const conversation = await getConversation(ctx.db, id)
      await logLook(ctx, conversation)
      return pageOf(
        paged,
        ['number'],
        (slice) => messagesOf(ctx.db, conversation.customer_id, slice),
        messageView,
      )
    }),
    route(calls.consoleSupportImage, async ({ id, image }, ctx): Promise<typeof ANSWERED> => {
      const { customer_id } = await getConversation(ctx.db, id)
      const picture = await pictureOf(ctx.db, uploads, customer_id, image)
      await log(ctx.db, ctx.operator, 'viewed-picture', id, ctx.clock.nowMs())
      return ctx.reply(picture)
    }),
    route(calls.consoleSupportOperators, async (_, { db }) => ({
      items: (await answerers(db)).map(({ id, name, active }) => ({ id: String(id), name, active })),
    })),
    route(calls.assignSupport, async ({ id, from = null, to = null }, ctx) => {
      const names = await namesOfOperators(ctx.db, [to])
      const action = to === null ? 'returned' : to === ctx.operator.id ? 'took' : 'handed-over'
      return change(
        ctx,
        id,
        action,
        (tx, nowMs) => assign(tx, { id, operator: ctx.operator.id, from, to }, nowMs),
        to === null ? undefined : (names.get(to) ?? String(to)),
      )
    }),
    route(calls.writeSupport, async ({ id, text, key }, { db, clock, operator, idempotencyKey }) => {
      const nowMs = clock.nowMs()
      const written = { id, operator: operator.id, text, key: key ?? idempotencyKey }
      const { message, isNew } = await db.transaction().execute(async (tx) => {
        const done = await answer(tx, written, nowMs)
        if (done.isNew) await log(tx, operator, 'answered', id, nowMs)
        return done
      })
      if (isNew) await publisher.tell(db, { customer: message.customer_id, conversation: id, message })
      return messageView(message)
    }),
    route(calls.readConsoleSupport, async ({ id }, { db, operator }) => {
      await db.transaction().execute((tx) => readQuestions(tx, id, operator.id))
      return page(db, id, operator)
    }),
    route(calls.closeConsoleSupport, ({ id }, ctx) =>
      change(ctx, id, 'closed', (tx, nowMs) => close(tx, id, ctx.operator.id, nowMs)),
    ),
  ]
}

const answerRoutes: Route[] = [
  route(calls.cannedAnswers, async (_, { db }) => ({
    items: (await keptAnswers(db)).map(({ id, updated_at, ...row }) => ({
      ...{ id: String(id), updatedAtMs: updated_at },
      ...{ title: row.title, language: row.language, text: row.text, operator: row.operator },
    })),
  })),
  route(calls.saveCannedAnswer, async ({ id, title, language, text }, { db, clock, operator }) => {
    const nowMs = clock.nowMs()
    await db.transaction().execute(async (tx) => {
      const kept = { id: id ?? nextId(), title, language, text, operator: operator.id }
      if (id === undefined) {
        if (!(await insertAnswer(tx, kept, nowMs)))
          throw refusal('SUPPORT_TOO_MANY_ANSWERS', { maximum: MAX_ANSWERS })
      } else if (!(await updateAnswer(tx, kept, nowMs))) throw refusal('NOT_FOUND')
      const line = { operator: operator.id, action: 'saved', subject: `support-answer:${kept.id}` } as const
      await appendAuditLog(tx, { ...line, detail: { title, text } }, nowMs)
    })
    return {}
  }),
  route(calls.removeCannedAnswer, async ({ id }, { db, clock, operator }) => {
    const nowMs = clock.nowMs()
    await db.transaction().execute(async (tx) => {
      if (!(await removeAnswer(tx, id, nowMs))) throw refusal('NOT_FOUND')
      const line = { operator: operator.id, action: 'removed', subject: `support-answer:${id}` } as const
      await appendAuditLog(tx, line, nowMs)
    })
    return {}
  }),
]

const settingsRoutes: Route[] = [
  route(calls.consoleSupportSettings, async (_, { db, clock, operator }) => {
    const settings = await newestSettings(db)
    return {
      settings,
      isOpen: isOpenAt(settings, clock.nowMs()),
      pending: await pendingViews(db, [settingsChange], operator),
    }
  }),
  proposalRoute(calls.proposeSupportSettings, settingsChange, (tx, { reason: _, ...typed }) =>
    settingsChange.proposed(tx, typed),
  ),
]

/** What waits: conversations that nobody answers yet. */
async function queue(db: Db, viewer: Operator): Promise<QueueItem[]> {
  if (!hasRole(viewer.roles, canViewSupport)) return []
  const waiting = await waitingConversations(db, MAX_QUEUED)
  const contacts = await contactsOf(
    db,
    waiting.map(({ customer_id }): CustomerId => customer_id),
  )
  return waiting.map((row) => ({
    ...{ kind: 'request' as const, product: 'support', id: String(row.id) },
    ...{ reference: supportReference(row.number), subject: contacts.get(row.customer_id)! },
    ...{ customerId: String(row.customer_id), risk: [], amount: null, currency: null },
    sinceMs: row.opened_at,
    viewerAction: hasRole(viewer.roles, canAnswerSupport) ? 'make' : 'none',
    ...{ maker: null, proposalId: null },
  }))
}

/** What the console needs of customer service. */
export const supportConsole = (deps: SupportDeps) => ({
  routes: [...conversationRoutes(deps), ...answerRoutes, ...settingsRoutes],
  proposals: [settingsChange],
  queue,
  queueSize: async (db: Db, viewer: Operator): Promise<QueueSize> =>
    hasRole(viewer.roles, canViewSupport) ? countWaiting(db) : { waiting: 0, oldestAtMs: null },
})
