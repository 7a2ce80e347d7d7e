import { Paperclip } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { consoleSupportImage } from '#domain/support/console.ts'
import type { SupportMessageView } from '#domain/support/view.ts'
import { utcMinute } from '#domain/time.ts'
import { useHttpClient } from '#web/app/use-api.ts'
import { Button } from '#web/ui/button.tsx'
import { useProducts } from '../../app/products.ts'
import { t } from '../../texts.ts'
import { Refused } from '../../ui/states.tsx'

/** One message as text alone, with what it is about and its picture; or what happened. */
export function Message({ conversation, message }: { conversation: string; message: SupportMessageView }) {
  const { from, event, text, image, order, atMs } = message
  if (event !== null || from === 'event')
    return (
      <p className="text-12 text-t3">
        {t(`support.event_${event ?? 'taken'}`)} · {utcMinute(atMs)}
      </p>
    )
  return (
    <>
      <span className="text-t3">
        {t(`support.from_${from}`)} · {utcMinute(atMs)}
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

/** A picture, once somebody asks for it: each look is logged. */
function Picture({ id, image }: { id: string; image: string }) {
  const http = useHttpClient()
  const [address, setAddress] = useState<string>()
  const [error, setError] = useState<unknown>()
  useEffect(() => {
    if (address) return () => URL.revokeObjectURL(address)
  }, [address])
  if (address)
    return (
      <img
        src={address}
        alt={t('support.picture_alt')}
        className="max-w-full rounded-8 border border-line2"
      />
    )
  return (
    <>
      <Button
        size="small"
        onClick={() =>
          void http
            .requestFile(consoleSupportImage, { id, image })
            .then((file) => setAddress(URL.createObjectURL(file)), setError)
        }
      >
        {t('support.picture')}
      </Button>
      <p className="pt-1 text-12 text-t3">{t('support.picture_note')}</p>
      <Refused error={error} />
    </>
  )
}
