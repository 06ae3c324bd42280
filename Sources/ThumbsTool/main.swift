print("thumbs")
