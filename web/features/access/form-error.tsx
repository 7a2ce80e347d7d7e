/** What went wrong with a form as a whole, said above its button. */
export function FormError({ text }: { text: string | undefined }) {
  if (!text) return null
  return (
    <p role="alert" className="text-13 text-danger">
      {text}
    </p>
  )
}
