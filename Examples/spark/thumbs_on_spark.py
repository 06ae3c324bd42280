"""Makes thumbnails on a Spark cluster: each partition's paths go through a pipe into `thumbs batch`.

    python3 thumbs_on_spark.py THUMBS DIRECTORY OUTPUT

THUMBS is the program, DIRECTORY is what is read and OUTPUT where thumbnails go; every worker must
see all three under the same path. Prints one line of JSON a file, as `thumbs batch --report -` does.

The memory budget of 120 MB is that of each pipe: a worker with n cores runs n of them.
"""

import os
import shlex
import sys

from pyspark.sql import SparkSession

WORKERS, CORES_PER_WORKER, MEGABYTES_PER_WORKER = 2, 1, 1024


def paths_below(directory):
    for place, _, names in os.walk(directory):
        yield from (os.path.join(place, name) for name in names)


def main():
    program, directory, output = (os.path.abspath(argument) for argument in sys.argv[1:4])
    # Paths with line breaks in them cannot go through a pipe of lines.
    paths = sorted(path for path in paths_below(directory) if "\n" not in path)
    cluster = f"local-cluster[{WORKERS},{CORES_PER_WORKER},{MEGABYTES_PER_WORKER}]"
    spark = SparkSession.builder.master(os.environ.get("SPARK_MASTER", cluster)).appName("thumbs")
    context = spark.config("spark.ui.enabled", "false").getOrCreate().sparkContext
    context.setLogLevel("ERROR")
    # Files that failed are told in their lines; the status 1 that says so is no failure of the pipe.
    command = [program, "batch", "--files-from", "-", "--report", "-", "--quiet",
               "--share-output", "--output", output]
    pipe = "sh -c " + shlex.quote(shlex.join(command) + " || test $? -le 1")
    for line in context.parallelize(paths, 4 * WORKERS).pipe(pipe, checkCode=True).collect():
        print(line)
    context.stop()


if __name__ == "__main__":
    main()
