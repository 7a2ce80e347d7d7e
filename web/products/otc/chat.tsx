import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ImagePlus, SendHorizontal } from 'lucide-react'
import { useState } from 'react'
import { type OtcMessageView, otcImage, otcMessages, sendOtcMessage } from '#domain/otc/contract.ts'
import { MAX_TEXT } from '#domain/otc/rules.ts'
import { isPlainText } from '#domain/plain-text.ts'
import { upload } from '#domain/upload/contract.ts'
import { http } from '#web/app/api.ts'
import { errorText } from '#web/app/api-error.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation } from '#web/app/use-api.ts'
import { usePagedList } from '#web/app/use-paged-list.ts'
import { validateFile } from '#web/features/files/image-check.ts'
import { ImageInput } from '#web/features/files/image-input.tsx'
import { useObjectUrl } from '#web/features/files/private-image.tsx'
import { hourAndMinute } from '#web/format/time.ts'
import { useTexts } from '#web/texts/texts.ts'
import { IconButton } from '#web/ui/icon-button.tsx'

const REFRESH_MS = 5_000

/** What both sides wrote and what happened, oldest first, and a line to write. */
export function Chat({ id }: { id: string }) {
  const { t } = useTexts()
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
      <Writing id={id} />
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
  const time = hourAndMinute(atMs)
  if (event !== null)
    return <p className="text-center text-12 text-t3">{t(`otc_pages.event_${event}`, { time })}</p>
  return (
    <div
      className={`max-w-[80%] rounded-12 px-3 py-2 ${from === 'me' ? 'self-end bg-s2' : 'self-start border border-line2 bg-s1'}`}
    >
      {from === 'platform' && <p className="text-12 text-gold">{t('otc_pages.from_platform')}</p>}
      {image !== null && <Picture order={order} image={image} />}
      {text !== null && <p className="text-15 break-words">{text}</p>}
      <p className="text-11 text-t3">{time}</p>
    </div>
  )
}

/** A picture of the order, which only its two sides see. */
export function Picture({ order, image }: { order: string; image: string }) {
  const { t } = useTexts()
  const file = useQuery({
    queryKey: [otcImage.path, order, image],
    queryFn: () => http.requestFile(otcImage, { id: order, image }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const address = useObjectUrl(file.data)
  if (!address) return <span className="block size-40 rounded-8 bg-s2" />
  return (
    <a href={address} target="_blank" rel="noreferrer">
      <img src={address} alt={t('otc_pages.picture')} className="max-h-60 rounded-8" />
    </a>
  )
}

/** Sends a chosen picture; says what is wrong with it. Returns: its id. */
export async function sendPicture(
  file: File,
  tooBad: (error: string) => string,
): Promise<string | undefined> {
  const wrong = await validateFile(file)
  if (wrong) {
    toast(tooBad(wrong))
    return undefined
  }
  try {
    return await http.upload(upload, file)
  } catch (error) {
    toast(errorText(error) ?? '')
    return undefined
  }
}

function Writing({ id }: { id: string }) {
  const { t } = useTexts()
  const queries = useQueryClient()
  const [text, setText] = useState('')
  const sending = useApiMutation(sendOtcMessage)
  const isPlain = isPlainText(text)
  async function send(message: { text?: string; image?: string }): Promise<void> {
    const done = await sending.send({ id, ...message })
    if (!done) return
    if (message.text !== undefined) setText('')
    await queries.invalidateQueries({ queryKey: [otcMessages.path] })
  }
  return (
    <form
      className="pt-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '' && isPlain) void send({ text: text.trim() })
      }}
    >
      <div className="flex items-center rounded-20 border border-line2 bg-s1 pl-4 focus-within:border-white">
        <input
          aria-label={t('otc_pages.message')}
          placeholder={t('otc_pages.message')}
          maxLength={MAX_TEXT}
          value={text}
          autoComplete="off"
          onChange={(event) => setText(event.target.value)}
          className="min-h-12 min-w-0 flex-1 bg-transparent text-15 outline-none placeholder:text-t3"
        />
        <ImageInput
          label={t('otc_pages.add_picture')}
          className="press flex size-11 cursor-pointer items-center justify-center rounded-12 text-t2 focus-within:outline-2"
          onChoose={async (file) => {
            const image = await sendPicture(file, (error) => t(`files.image_${error as 'empty'}`))
            if (image !== undefined) await send({ image })
          }}
        >
          <ImagePlus aria-hidden size={20} />
        </ImageInput>
        <IconButton
          type="submit"
          icon={SendHorizontal}
          label={t('otc_pages.send')}
          disabled={text.trim() === '' || !isPlain || sending.isPending}
          className="disabled:text-t3"
        />
      </div>
      {!isPlain && (
        <p role="alert" className="pt-1 text-12 text-danger">
          {t('otc_pages.message_signs')}
        </p>
      )}
    </form>
  )
}
