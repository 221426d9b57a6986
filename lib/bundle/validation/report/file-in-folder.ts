/** The path of a file of a bundle that stands in a folder. */
export function fileInFolder(file: string, folder: string | undefined): string {
  const steps = (folder ?? '').split('/').filter((step) => step !== '' && step !== '.');
  return [...steps, file].join('/');
}
