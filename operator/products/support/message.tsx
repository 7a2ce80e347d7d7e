import { Paperclip } from 'lucide-react'
import { Link } from 'react-router'
import { consoleSupportImage } from '#domain/support/console.ts'
import type { SupportMessageView } from '#domain/support/view.ts'
import { useHttpClient } from '#web/app/use-api.ts'
import { useProducts } from '../../app/products.ts'
import { momentUtc } from '../../format.ts'
import { t } from '../../texts.ts'
import { LoggedPicture } from '../../ui/logged-picture.tsx'

/** One message as text alone, with what it is about and its picture; or what happened. */
export function Message({ conversation, message }: { conversation: string; message: SupportMessageView }) {
  const { from, event, text, image, order, atMs } = message
  if (event !== null || from === 'event')
    return (
      <p className="text-12 text-t3">
        {t(`support.event_${event ?? 'taken'}`)} · {momentUtc(atMs)}
      </p>
    )
  return (
    <>
      <span className="text-t3">
        {t(`support.from_${from}`)} · {momentUtc(atMs)}
      </span>
      {order && <About order={order} />}
      {text !== null && <p className="text-15 break-words">{text}</p>}
      {image !== null && <Picture id={conversation} image={image} />}
    </>
  )
}

/** The order that the customer asks about, where the console shows it. */
function About({ order: { kind, id, reference } }: { order: NonNullable<SupportMessageView['order']> }) {
  const subjects = useProducts().flatMap((product) => Object.entries(product.subjects ?? {}))
  const to = subjects.find(([name]) => name === kind)?.[1].to?.(id)
  const name = `${t(`support.kind_${kind}`)} ${reference}`
  return (
    <p className="flex items-center gap-1.5">
      <Paperclip aria-hidden size={14} className="shrink-0 text-t2" />
      {to === undefined ? (
        name
      ) : (
        <Link to={to} className="press underline">
          {name}
        </Link>
      )}
    </p>
  )
}

/** A picture of what was written. */
function Picture({ id, image }: { id: string; image: string }) {
  const http = useHttpClient()
  return (
    <LoggedPicture
      load={() => http.requestFile(consoleSupportImage, { id, image })}
      alt={t('support.picture_alt')}
      action={t('support.picture')}
      note={t('support.picture_note')}
    />
  )
}
