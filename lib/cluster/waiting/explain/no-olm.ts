/** Finding for a cluster without OLM. */
export const NO_OLM = 'no OLM is installed; install it, for example with OlmInstallation, or select the cluster that runs it by --kubeconfig and --context';
