import { refusal } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import * as calls from '#domain/support/contract.ts'
import {
  isOpenAt,
  nextOpeningMs,
  ORDERS_SHOWN,
  readHours,
  supportReference,
  weekdays,
} from '#domain/support/rules.ts'
import { SECOND_MS } from '#domain/time.ts'
import { newestOrders, type OwnOrders } from '#server/core/own-orders.ts'
import { pageOf } from '#server/core/page.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { ANSWERED, Context } from '#server/platform/http/context.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import type { Uploads } from '#server/platform/uploads/uploads.ts'
import type { SupportPublisher } from './publish.ts'
import { closeOwn, rateOwn, readAnswers, sendMessage } from './service.ts'
import {
  type ConversationRow,
  findChat,
  isPictureOf,
  messagesOf,
  newestConversation,
  newestSettings,
  typicalWaitMs,
} from './store.ts'
import { messageView } from './views.ts'

export interface SupportDeps {
  readonly uploads: Pick<Uploads, 'readUpload'>
  readonly publisher: SupportPublisher
  readonly sources: readonly OwnOrders[]
}

/** The routes for the calls of `domain/support/contract.ts`. */
export function supportRoutes({ uploads, publisher, sources }: SupportDeps): Route[] {
  return [
    route(calls.supportContact, async (_, { db, clock }) => {
      const settings = await newestSettings(db)
      return {
        ...presence(settings, clock.nowMs()),
        hours: weekdays.map((day) => {
          const isOpen = readHours(settings[day]) !== null
          const [from, to] = settings[day].split('-')
          return { day, from: isOpen ? from! : null, to: isOpen ? to! : null }
        }),
        url: settings.url || null,
        email: settings.email || null,
      }
    }),
    route(calls.supportState, stateOf),
    route(calls.supportMessages, (page, { db, customer }) =>
      pageOf(page, ['number'], (slice) => messagesOf(db, customer.id, slice), messageView),
    ),
    route(calls.sendSupportMessage, async ({ text, image, orderKind, orderId, key }, ctx) => {
      const { db, clock, customer, idempotencyKey } = ctx
      if ((orderKind === undefined) !== (orderId === undefined))
        throw refusal('FIELDS_REQUIRED', { field: orderId === undefined ? 'orderId' : 'orderKind' })
      const order =
        orderKind === undefined || orderId === undefined ? undefined : { kind: orderKind, id: orderId }
      const sent = { customer: customer.id, text, image, order, key: key ?? idempotencyKey }
      const { message, isNew } = await db
        .transaction()
        .execute((tx) => sendMessage(tx, sources, sent, clock.nowMs()))
      if (isNew)
        await publisher.tell(db, { customer: customer.id, conversation: message.conversation_id, message })
      return messageView(message)
    }),
    route(calls.readSupport, async ({ id }, ctx) => {
      const { db, customer } = ctx
      await db.transaction().execute((tx) => readAnswers(tx, customer.id, id))
      await tellChanged(ctx, customer.id)
      return stateOf({}, ctx)
    }),
    route(calls.closeSupport, async ({ id }, ctx) => {
      const { db, clock, customer } = ctx
      const isNew = await db.transaction().execute((tx) => closeOwn(tx, customer.id, id, clock.nowMs()))
      if (isNew) await publisher.tell(db, { customer: customer.id, conversation: id })
      return stateOf({}, ctx)
    }),
    route(calls.rateSupport, async (rating, ctx) => {
      const { db, customer } = ctx
      await db.transaction().execute((tx) => rateOwn(tx, customer.id, rating))
      await publisher.tell(db, { customer: customer.id, conversation: rating.id })
      return stateOf({}, ctx)
    }),
    route(calls.supportOrders, async (_, { db, customer }) => ({
      items: (await newestOrders(db, sources, customer.id, ORDERS_SHOWN)).map(
        ({ kind, id, reference, at }) => ({ kind, id: String(id), reference, atMs: Number(at) }),
      ),
    })),
    route(
      calls.supportImage,
      async ({ image }, ctx): Promise<typeof ANSWERED> =>
        ctx.reply(await pictureOf(ctx.db, uploads, ctx.customer.id, image)),
    ),
  ]

  /** The customer's other devices learn that less is unread. */
  async function tellChanged({ db }: Context, customer: CustomerId): Promise<void> {
    const newest = await newestConversation(db, customer)
    if (newest) await publisher.tell(db, { customer, conversation: newest.id })
  }
}

const presence = (settings: Parameters<typeof isOpenAt>[0], nowMs: number) => ({
  isOpen: isOpenAt(settings, nowMs),
  nextOpenAtMs: nextOpeningMs(settings, nowMs),
})

const conversationView = (row: ConversationRow): calls.SupportConversation => ({
  ...{ id: String(row.id), reference: supportReference(row.number), status: row.status, stars: row.stars },
  ...{ openedAtMs: row.opened_at, closedAtMs: row.closed_at },
})

async function stateOf(_: object, { db, clock, customerOrUndefined }: Context): Promise<calls.SupportState> {
  const nowMs = clock.nowMs()
  const customer = customerOrUndefined?.id
  const conversation = customer === undefined ? undefined : await newestConversation(db, customer)
  const chat = customer === undefined ? undefined : await findChat(db, customer)
  const waitMs = await typicalWaitMs(db, nowMs)
  return {
    ...presence(await newestSettings(db), nowMs),
    waitSeconds: waitMs === undefined ? null : Math.ceil(waitMs / SECOND_MS),
    conversation: conversation ? conversationView(conversation) : null,
    unread: chat?.unread_answers ?? 0,
  }
}

/** A picture of a customer's chat. Refuses: NOT_FOUND for any other. */
export async function pictureOf(
  db: Db,
  uploads: Pick<Uploads, 'readUpload'>,
  customer: CustomerId,
  image: string,
) {
  const stored = (await isPictureOf(db, customer, image)) ? await uploads.readUpload(image) : undefined
  if (!stored) throw refusal('NOT_FOUND')
  return { bytes: stored.bytes, type: stored.type }
}
