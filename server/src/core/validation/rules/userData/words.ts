/** The first lines that cloud-init 26.2 recognises, for sentences. */
export const beginningsInWords =
  '#cloud-config, #cloud-config-archive, #cloud-config-jsonp, #cloud-boothook, #include, #include-once, #part-handler, ## template: jinja or #!';
