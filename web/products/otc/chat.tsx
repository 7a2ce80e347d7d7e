import { useQueryClient } from '@tanstack/react-query'
import { type OtcMessageView, otcImage, otcMessages, sendOtcMessage } from '#domain/otc/contract.ts'
import { MAX_TEXT } from '#domain/otc/rules.ts'
import { useApiMutation } from '#web/app/use-api.ts'
import { usePagedList } from '#web/app/use-paged-list.ts'
import { Bubble } from '#web/features/chat/bubble.tsx'
import { ChatPicture } from '#web/features/chat/picture.tsx'
import { Writing } from '#web/features/chat/writing.tsx'
import { hourAndMinute } from '#web/format/time.ts'
import { useTexts } from '#web/texts/texts.ts'

const REFRESH_MS = 5_000

/** What both sides wrote and what happened, oldest first, and a line to write. */
export function Chat({ id }: { id: string }) {
  const { t } = useTexts()
  const queries = useQueryClient()
  const sending = useApiMutation(sendOtcMessage)
  const list = usePagedList(otcMessages, { id, limit: '50' }, { refetchMs: REFRESH_MS })
  return (
    <section aria-label={t('otc_pages.chat')} className="flex flex-col gap-2 gutter py-4">
      <p className="text-center text-12 text-t3">{t('otc_pages.chat_note')}</p>
      <ul className="flex flex-col gap-2" aria-live="polite">
        {list.items?.toReversed().map((message) => (
          <li key={message.id} className="flex flex-col">
            <Message order={id} message={message} />
          </li>
        ))}
      </ul>
      <Writing
        maxLength={MAX_TEXT}
        isPending={sending.isPending}
        onSend={async (message) => {
          if (!(await sending.send({ id, ...message }))) return false
          await queries.invalidateQueries({ queryKey: [otcMessages.path] })
          return true
        }}
      />
    </section>
  )
}

function Message({
  order,
  message: { from, event, text, image, atMs },
}: {
  order: string
  message: OtcMessageView
}) {
  const { t } = useTexts()
  if (event !== null)
    return (
      <p className="text-center text-12 text-t3">
        {t(`otc_pages.event_${event}`, { time: hourAndMinute(atMs) })}
      </p>
    )
  return (
    <Bubble {...{ from, text, atMs }} above={image !== null && <Picture order={order} image={image} />} />
  )
}

/** A picture of the order, which only its two sides see. */
export const Picture = ({ order, image }: { order: string; image: string }) => (
  <ChatPicture call={otcImage} input={{ id: order, image }} />
)
