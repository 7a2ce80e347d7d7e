import { ImagePlus, SendHorizontal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { isPlainText } from '#domain/plain-text.ts'
import { ImageInput } from '#web/features/files/image-input.tsx'
import { useTexts } from '#web/texts/texts.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { sendPicture } from './send-picture.ts'

interface WritingProps {
  readonly maxLength: number
  readonly isPending?: boolean
  /** What can be sent beside a picture, at its left. */
  readonly extra?: ReactNode
  /** Something without words is there to send. */
  readonly hasMore?: boolean
  /** Returns whether it is on its way: what was typed is gone then. */
  onSend(message: { text?: string; image?: string }): Promise<boolean> | boolean
}

/** The line in which a message is written, with a picture beside it. */
export function Writing({ maxLength, isPending = false, extra, hasMore = false, onSend }: WritingProps) {
  const { t } = useTexts()
  const [text, setText] = useState('')
  const isPlain = isPlainText(text)
  const typed = text.trim()
  async function send(): Promise<void> {
    if (await onSend(typed === '' ? {} : { text: typed })) setText('')
  }
  const canSend = (typed !== '' || hasMore) && isPlain && !isPending
  return (
    <form
      className="pt-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (canSend) void send()
      }}
    >
      <div className="flex items-center rounded-20 border border-line2 bg-s1 pl-4 focus-within:border-white">
        <input
          aria-label={t('chat_pages.message')}
          placeholder={t('chat_pages.message')}
          maxLength={maxLength}
          value={text}
          autoComplete="off"
          onChange={(event) => setText(event.target.value)}
          className="min-h-12 min-w-0 flex-1 bg-transparent text-15 outline-none placeholder:text-t3"
        />
        {extra}
        <ImageInput
          label={t('chat_pages.add_picture')}
          className="press flex size-11 cursor-pointer items-center justify-center rounded-12 text-t2 focus-within:outline-2"
          onChoose={async (file) => {
            const image = await sendPicture(file, (error) => t(`files.image_${error as 'empty'}`))
            if (image !== undefined) await onSend({ image })
          }}
        >
          <ImagePlus aria-hidden size={20} />
        </ImageInput>
        <IconButton
          type="submit"
          icon={SendHorizontal}
          label={t('chat_pages.send')}
          disabled={!canSend}
          className="disabled:text-t3"
        />
      </div>
      {!isPlain && (
        <p role="alert" className="pt-1 text-12 text-danger">
          {t('chat_pages.message_signs')}
        </p>
      )}
    </form>
  )
}
