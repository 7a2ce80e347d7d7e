import { useState } from 'react'
import { type ConsoleNftMedia, uploadNftMedia } from '#domain/nft/console.ts'
import { http } from '../../app/api.ts'
import { t } from '../../texts.ts'
import { useFieldError } from '../../ui/field-errors.ts'
import { Refused } from '../../ui/states.tsx'
import { MediaView } from './media-view.tsx'

const pictures = 'image/jpeg,image/png'
const videos = 'video/mp4,video/webm'

/** A picture or video of a form: sent when it is chosen, shown, and named by its content. */
export function MediaField({
  label,
  name,
  takesVideo = false,
  isRequired = false,
  value = '',
  onChange,
}: {
  label: string
  name: string
  takesVideo?: boolean
  isRequired?: boolean
  /** What is there already. */
  value?: string | undefined
  onChange?: (media: ConsoleNftMedia) => void
}) {
  const [media, setMedia] = useState<ConsoleNftMedia>()
  const [error, setError] = useState<unknown>()
  const [isSending, setSending] = useState(false)
  const wrong = useFieldError(name)

  async function send(file: File | undefined) {
    if (!file) return
    setError(undefined)
    setSending(true)
    try {
      const sent = await http.upload(uploadNftMedia, file)
      setMedia(sent)
      onChange?.(sent)
    } catch (failed) {
      setMedia(undefined)
      setError(failed)
    } finally {
      setSending(false)
    }
  }
  return (
    <div>
      <label className="flex min-h-14 flex-wrap items-center justify-between gap-2 rounded-8 border border-line2 bg-s1 px-3 py-2 focus-within:border-white">
        <span className="text-12 text-t2">{label}</span>
        <input
          type="file"
          accept={takesVideo ? `${pictures},${videos}` : pictures}
          required={isRequired && !media}
          data-field={name}
          aria-invalid={wrong !== undefined || undefined}
          onChange={(event) => void send(event.target.files?.[0])}
          className="block w-full min-w-0 text-13 text-t1"
        />
      </label>
      <p className="mt-1.5 text-12 text-t3">
        {isSending ? t('nft.sending') : t(takesVideo ? 'nft.takes_video' : 'nft.takes_picture')}
      </p>
      {wrong && (
        <p role="alert" className="text-12 text-danger">
          {wrong}
        </p>
      )}
      <Refused error={error} />
      {media && <MediaView media={media} alt={label} />}
      <input type="hidden" name={name} value={media?.id ?? value} />
    </div>
  )
}
