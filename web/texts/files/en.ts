/** Images that a customer sends. */
export const en = {
  image_not_an_image: 'Only JPG and PNG images',
  image_jpeg2000: 'JPEG 2000 is not accepted yet. Send a JPG or PNG',
  image_too_large: 'The image is larger than 10 MB',
  image_empty: 'This file is empty',
  image_gone: 'The image cannot be shown',
} as const

declare module '../areas.ts' {
  interface Areas {
    files: typeof en
  }
}
