import { type TextareaHTMLAttributes, useId } from 'react'

/** A few lines to write: the reason for what is done. */
export function TextArea({
  label,
  ...rest
}: { label: string } & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-12 text-t2">
        {label}
      </label>
      <textarea
        id={id}
        rows={2}
        maxLength={300}
        {...rest}
        className="block w-full resize-none rounded-8 border border-line2 bg-s1 px-3 py-2 text-13 text-t1 outline-none focus:border-white focus:ring-1 focus:ring-white"
      />
    </div>
  )
}
