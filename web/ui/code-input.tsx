import { useId } from 'react'
import { FieldNote } from './field.tsx'

/** The six digits of a code: one real field, so that pasting and the keyboard's own suggestion work; drawn as boxes. */
export function CodeInput({
  label,
  value,
  onChange,
  length = 6,
  error,
  isSecret = false,
}: {
  label: string
  value: string
  onChange(value: string): void
  length?: number
  error?: string | undefined
  /** A pay password: dots, and no suggestion from messages. */
  isSecret?: boolean
}) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-2 block text-12 text-t2">
        {label}
      </label>
      <div className="relative">
        <input
          id={id}
          type={isSecret ? 'password' : 'text'}
          inputMode="numeric"
          autoComplete={isSecret ? 'off' : 'one-time-code'}
          pattern="\d*"
          value={value}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error ? `${id}-note` : undefined}
          onChange={(event) => onChange(event.target.value.replace(/\D/g, '').slice(0, length))}
          className="peer absolute inset-0 h-full w-full cursor-text opacity-0"
        />
        <div aria-hidden className="flex gap-2">
          {Array.from({ length }, (_, place) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: places do not move
              key={place}
              data-next={place === Math.min(value.length, length - 1) || undefined}
              className="figures flex min-h-12 min-w-0 flex-1 items-center justify-center rounded-8 border border-line2 bg-s1 text-20 font-semibold peer-focus:data-next:border-white"
            >
              {isSecret && value[place] ? '•' : value[place]}
            </span>
          ))}
        </div>
      </div>
      <FieldNote id={`${id}-note`} error={error} />
    </div>
  )
}
