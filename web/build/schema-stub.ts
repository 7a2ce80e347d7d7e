/**
 * Schema stub: replaces `zod/mini` in the customer's browser. The server validates; in the browser the
 * schemas of `domain/` are needed for their types only, so neither the validator nor two hundred schemas
 * are loaded. Aliased in `vite.config.ts`.
 */
const schema = { shape: {}, check: () => schema }

/* @__NO_SIDE_EFFECTS__ */
const make = () => schema

export {
  make as array,
  make as boolean,
  make as enum,
  make as extend,
  make as literal,
  make as maximum,
  make as maxLength,
  make as minimum,
  make as minLength,
  make as null,
  make as nullable,
  make as number,
  make as object,
  make as omit,
  make as optional,
  make as pick,
  make as overwrite,
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
