/**
 * What `zod/mini` is in the customer's browser: nothing. The contracts of `domain/` say by schemas what a
 * call takes and answers; the server checks that, and the types hold here, so a phone neither loads a
 * validator nor builds two hundred schemas before it may draw. `vite.config.ts` puts this in its place.
 */
const schema = { shape: {}, check: () => schema }

/* @__NO_SIDE_EFFECTS__ */
const make = () => schema

export {
  make as array,
  make as boolean,
  make as enum,
  make as literal,
  make as maximum,
  make as maxLength,
  make as minimum,
  make as minLength,
  make as nullable,
  make as number,
  make as object,
  make as omit,
  make as optional,
  make as pipe,
  make as prefault,
  make as record,
  make as refine,
  make as regex,
  make as string,
  make as transform,
  make as trim,
  make as union,
}
